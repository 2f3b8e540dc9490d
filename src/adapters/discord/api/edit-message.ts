import { Routes } from 'discord-api-types/v10';
import type { DiscordMessage } from '../render/discord-message.ts';
import type { Calls } from './calls.ts';
import { editBodyOf } from './message-body.ts';

export interface MessageEdit {
	readonly channel: string;
	readonly message: string;
	readonly content: DiscordMessage;
	/** Ids of the attachments that stay; all of them when it is not given. */
	readonly keepFiles?: readonly string[];
}

/** Makes our message be `content`. Rejects as `Calls` do; with `RateLimitError` where it would have to wait, since what is newer may replace it. */
export async function editMessage(
	{ calls }: { readonly calls: Calls },
	{ channel, message, content, keepFiles }: MessageEdit,
	signal: AbortSignal,
): Promise<void> {
	const files = keepFiles === undefined ? {} : { attachments: keepFiles.map((id) => ({ id })) };
	const body = { ...editBodyOf(content), ...files };
	await calls.run({ method: 'PATCH', route: Routes.channelMessage(channel, message), body }, signal);
}
