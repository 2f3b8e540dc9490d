import { RateLimitError } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { sleep } from '../../base/clock.ts';
import type { Surface } from '../present/surface.ts';
import { editMessage, type MessageEdit } from './api/edit-message.ts';
import { discordCode } from './api/problems/discord-sentence.ts';
import { isRefusal } from './api/problems/refusal.ts';
import type { DiscordMessage } from './render/discord-message.ts';
import type { Elsewhere } from './show/elsewhere.ts';
import type { DiscordShowDeps } from './show/show-deps.ts';
import { wasPostedAt } from './show/shown-ids.ts';
import type { Site } from './show/site.ts';

/** Shows things where a turn is shown; what its thread does not take is told `elsewhere`. Rejects as `Calls` do. */
export function createDiscordSurface(
	deps: DiscordShowDeps,
	site: Site,
	elsewhere: Pick<Elsewhere, 'say'>,
): Surface<DiscordMessage> {
	const { channel } = site.place;
	return {
		async post({ keys: [key], message, instead, silent }, signal) {
			try {
				await site.ready();
				return await deps.postOnce({ channel, key, message, ...(silent && { silent }) }, signal);
			} catch (error) {
				if (!instead || !isRefusal(error)) throw error;
				return await elsewhere.say(instead, error);
			}
		},
		async edit({ id, message }, signal) {
			// Words in another place are not changed.
			if (wasPostedAt(site.place, id)) await editPatiently(deps, { channel, message: id, content: message }, signal);
		},
		async remove({ id }, signal) {
			const request = { method: 'DELETE', route: Routes.channelMessage(channel, id) } as const;
			await deps.calls.run(request, signal).catch(unlessGone);
		},
		find: async (_thread, key) => (site.place.kind === 'private' ? undefined : await deps.find(channel, key)),
		upload: (batch, signal) => deps.uploads(batch, signal),
	};
}

/** For a turn's live messages: what has to wait is left to them, as something newer may take its place. */
export function withHastyEdits(
	surface: Surface<DiscordMessage>,
	deps: DiscordShowDeps,
	{ place }: Site,
): Surface<DiscordMessage> {
	return {
		...surface,
		edit: ({ id, message }, signal) =>
			editMessage(deps, { channel: place.channel, message: id, content: message }, signal),
	};
}

/** Edits are not queued: nothing newer follows this one. */
async function editPatiently({ calls, clock }: DiscordShowDeps, edit: MessageEdit, signal: AbortSignal): Promise<void> {
	for (;;) {
		try {
			return await editMessage({ calls }, edit, signal);
		} catch (error) {
			if (!(error instanceof RateLimitError)) throw error;
			await sleep(clock, error.retryAfter, signal);
		}
	}
}

function unlessGone(error: unknown): void {
	if (discordCode(error) !== 10008) throw error;
}
