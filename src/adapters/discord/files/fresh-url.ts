import { type APIMessage, Routes } from 'discord-api-types/v10';
import type { Calls } from '../api/calls.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';
import type { FilePlace } from './file-refs.ts';

/** Of what is not there, or not for us: its message cannot be asked. */
const hidden = [10003, 10008, 50001, 50013];

/** A new address of a file whose old one is over; undefined when Discord knows none. Rejects as `Calls` do. */
export async function freshUrl(
	{ calls }: { readonly calls: Calls },
	place: FilePlace,
	signal: AbortSignal,
): Promise<string | undefined> {
	return (await fromMessage(calls, place, signal)) ?? (await refreshed(calls, place, signal));
}

async function fromMessage(
	calls: Calls,
	{ channel, message, attachment }: FilePlace,
	signal: AbortSignal,
): Promise<string | undefined> {
	if (channel === undefined || message === undefined) return undefined;
	try {
		const request = { method: 'GET', route: Routes.channelMessage(channel, message) } as const;
		const { attachments } = await calls.run<APIMessage>(request, signal);
		return attachments.find(({ id }) => id === attachment)?.url;
	} catch (error) {
		if (hidden.includes(discordCode(error) ?? 0)) return undefined;
		throw error;
	}
}

interface Refreshed {
	readonly refreshed_urls?: readonly { readonly refreshed?: string | null }[];
}

/** https://docs.discord.com/developers/reference#signed-attachment-cdn-urls; the route is not in discord-api-types. */
async function refreshed(calls: Calls, { url }: FilePlace, signal: AbortSignal): Promise<string | undefined> {
	const request = { method: 'POST', route: '/attachments/refresh-urls', body: { attachment_urls: [url] } } as const;
	try {
		const { refreshed_urls: [first] = [] } = await calls.run<Refreshed>(request, signal);
		return first?.refreshed ?? undefined;
	} catch (error) {
		if (discordCode(error) !== undefined) return undefined;
		throw error;
	}
}

/** Whether a signed address says itself that it is over: `ex` is its end in seconds, hexadecimal. Pure. */
export function hasExpired(url: string, now: number): boolean {
	const ends = Number.parseInt(URL.parse(url)?.searchParams.get('ex') ?? '', 16);
	return Number.isFinite(ends) && ends * 1000 <= now;
}
