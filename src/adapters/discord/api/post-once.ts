import type { RawFile } from '@discordjs/rest';
import { DiscordAPIError } from '@discordjs/rest';
import { type APIMessage, Routes } from 'discord-api-types/v10';
import { type Clock, sleep } from '../../../base/clock.ts';
import { nonceOf } from '../marker.ts';
import type { DiscordMessage } from '../render/discord-message.ts';
import type { Calls } from './calls.ts';
import { bodyOf } from './message-body.ts';
import { discordCode } from './problems/discord-sentence.ts';

export interface PostOnceDeps {
	readonly calls: Calls;
	readonly clock: Clock;
}

export interface DiscordPost {
	/** A channel, a thread, or a direct conversation. */
	readonly channel: string;
	/** The outbox's key: what it is known by when it is sent again. */
	readonly key: string;
	readonly message: DiscordMessage;
	readonly files?: readonly RawFile[];
	/** Without a notification. */
	readonly silent?: boolean;
	/** The message in the same channel that it answers; one that is gone does not matter. */
	readonly replyTo?: string;
}

/**
 * Posts a message, nobody mentioned, and resolves with its id. However often it is sent within some minutes, it is there once. Where the
 * channel is in slow mode it waits as long as Discord says. Else it rejects as `Calls` do.
 */
export type PostOnce = (post: DiscordPost, signal: AbortSignal) => Promise<string>;

export function createPostOnce({ calls, clock }: PostOnceDeps): PostOnce {
	return async (post, signal) => {
		const { channel, files } = post;
		const request = { method: 'POST', route: Routes.channelMessages(channel), body: postBody(post) } as const;
		for (;;) {
			try {
				const { id } = await calls.run<APIMessage>({ ...request, ...(files && { files }) }, signal);
				return id;
			} catch (error) {
				if (discordCode(error) !== slowMode) throw error;
				await sleep(clock, slowModeMs(error), signal);
			}
		}
	};
}

const slowMode = 20016;
/** After a refusal that does not say for how long. */
const defaultSlowModeMs = 5000;

function slowModeMs(error: unknown): number {
	const raw = error instanceof DiscordAPIError && 'code' in error.rawError ? error.rawError : {};
	const seconds = 'retry_after' in raw ? Number(raw.retry_after) : Number.NaN;
	return Number.isFinite(seconds) ? Math.max(100, seconds * 1000) : defaultSlowModeMs;
}

function postBody({ key, message, silent = false, replyTo, files = [] }: DiscordPost) {
	return {
		...bodyOf(message, { silent }),
		nonce: nonceOf(key),
		enforce_nonce: true,
		...(replyTo !== undefined && { message_reference: { message_id: replyTo, fail_if_not_exists: false } }),
		...(files.length > 0 && { attachments: files.map(({ name }, id) => ({ id, filename: name })) }),
	};
}
