import { PlatformAwayError } from '../../../base/errors.ts';
import type { Reach } from '../../../chat/reach.ts';
import { placeOf } from '../thread-keys.ts';
import type { Calls } from './calls.ts';
import { awayOr } from './problems/trouble.ts';

/** `Reach.probe` for Slack: `auth.test`, sent once; https://docs.slack.dev/reference/methods/auth.test */
export function createProbe({ calls }: { readonly calls: Calls }): Reach['probe'] {
	return async (thread, signal) => {
		const { team } = placeOf(thread);
		const request = { method: 'auth.test', team, repeat: 'never' } as const;
		try {
			await calls.run({ ...request, send: (client) => client.auth.test() }, signal);
		} catch (error) {
			signal.throwIfAborted();
			const told = awayOr(error);
			if (told instanceof PlatformAwayError) throw told;
		}
	};
}
