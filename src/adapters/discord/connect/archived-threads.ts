import { type APIThreadChannel, type APIThreadList, Routes } from 'discord-api-types/v10';
import { discordCode } from '../api/problems/discord-sentence.ts';
import { isAfter, timeOf } from '../ids.ts';
import type { HandleDeps } from '../listen/listen-deps.ts';

/** Discord folds a thread away after an hour without words at the earliest; those that it has folded away it does not tell of at a start. */
export const soonestArchiveMs = 3_600_000;
const pageSize = 100;
const mostPages = 10;

/** The threads of a channel in which something was said after the message with the id `after`, and which were folded away since. Rejects as `Calls` do. */
export async function archivedThreads(channel: string, after: string, deps: HandleDeps): Promise<readonly string[]> {
	const found: string[] = [];
	let before: string | undefined;
	for (let page = 0; page < mostPages; page += 1) {
		const threads = await pageOf(channel, before, deps);
		// Newest first, by when they were folded away.
		const later = threads.filter((thread) => archivedAt(thread) > timeOf(after));
		const spokenIn = later.filter(({ last_message_id: last }) => last != null && isAfter(last, after));
		found.push(...spokenIn.map(({ id }) => id));
		before = later.at(-1)?.thread_metadata?.archive_timestamp;
		if (before === undefined || later.length < pageSize) break;
	}
	return found;
}

function archivedAt({ thread_metadata }: APIThreadChannel): number {
	return Date.parse(thread_metadata?.archive_timestamp ?? '') || 0;
}

async function pageOf(
	channel: string,
	before: string | undefined,
	{ calls, signal }: HandleDeps,
): Promise<readonly APIThreadChannel[]> {
	const query = new URLSearchParams({ limit: String(pageSize), ...(before !== undefined && { before }) });
	try {
		const route = Routes.channelThreads(channel, 'public');
		const { threads } = await calls.run<APIThreadList>({ method: 'GET', route, query }, signal);
		return threads as readonly APIThreadChannel[];
	} catch (error) {
		if (discordCode(error) === undefined) throw error;
		return [];
	}
}
