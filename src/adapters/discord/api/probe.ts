import { Routes } from 'discord-api-types/v10';
import { PlatformAwayError } from '../../../base/errors.ts';
import type { Reach } from '../../../chat/reach.ts';
import type { Calls } from './calls.ts';
import { awayOr } from './problems/trouble.ts';

/** `Reach.probe` for Discord: who the bot is; https://docs.discord.com/developers/resources/user#get-current-user */
export function createProbe({ calls }: { readonly calls: Calls }): Reach['probe'] {
	return async (_thread, signal) => {
		try {
			await calls.run({ method: 'GET', route: Routes.user('@me') }, signal);
		} catch (error) {
			signal.throwIfAborted();
			const told = awayOr(error);
			if (told instanceof PlatformAwayError) throw told;
		}
	};
}
