import { openDirect } from '../api/direct.ts';
import type { DiscordShowDeps } from './show-deps.ts';

/** A channel, and the message there that is answered. */
export interface Channel {
	readonly channel: string;
	readonly replyTo?: string;
}

/** The direct conversation with somebody. Rejects as `Calls` do. */
export async function directTo(deps: DiscordShowDeps, user: string): Promise<Channel> {
	return { channel: await openDirect(user, deps) };
}
