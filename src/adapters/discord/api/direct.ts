import { type APIChannel, Routes } from 'discord-api-types/v10';
import type { Thread } from '../../../chat/thread.ts';
import { placeIn } from '../thread-keys.ts';
import type { Calls } from './calls.ts';

/** The direct conversation with somebody, opened where it is not there yet. Rejects as `Calls` do. */
export async function openDirect(
	user: string,
	{ calls, signal }: { readonly calls: Calls; readonly signal: AbortSignal },
): Promise<string> {
	const body = { recipient_id: user };
	const { id } = await calls.run<APIChannel>({ method: 'POST', route: Routes.userChannels(), body }, signal);
	return id;
}

/** The address of a channel or a thread. `guild`: `@me` for direct conversations. Pure. */
export function linkTo(guild: string, channel: string): string {
	return `https://discord.com/channels/${guild}/${channel}`;
}

/** The address of a thread of a server; undefined for any other. Pure. */
export function threadLink(thread: Thread): string | undefined {
	const place = placeIn(thread);
	return place?.kind === 'thread' ? linkTo(place.guild, place.channel) : undefined;
}
