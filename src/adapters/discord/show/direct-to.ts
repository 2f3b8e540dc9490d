import { type APIDMChannel, Routes } from 'discord-api-types/v10';
import type { DiscordShowDeps } from './show-deps.ts';

/** A channel, and the message there that is answered. */
export interface Channel {
	readonly channel: string;
	readonly replyTo?: string;
}

/** The direct conversation with somebody. Rejects as `Calls` do. */
export async function directTo({ calls, signal }: DiscordShowDeps, user: string): Promise<Channel> {
	const request = { method: 'POST', route: Routes.userChannels(), body: { recipient_id: user } } as const;
	return { channel: (await calls.run<APIDMChannel>(request, signal)).id };
}
