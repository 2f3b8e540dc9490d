import type { Thread } from '../../../chat/thread.ts';
import type { Installations } from '../installations.ts';
import { hasRoot, placeOf, type SlackPlace } from '../thread-keys.ts';
import type { Calls } from './calls.ts';
import { keysIn } from './post-metadata.ts';
import { slackCode } from './problems/slack-sentence.ts';

export interface LookUpDeps {
	readonly calls: Calls;
	readonly installations: Installations;
}

export interface PostedQuery {
	readonly thread: Thread;
	readonly key: string;
	/** The `ts` of a message that is older than the post: only what came after it is looked at. */
	readonly after?: string;
}

export interface DirectQuery {
	readonly team: string;
	/** Of the direct conversation. */
	readonly channel: string;
	readonly key: string;
	/** The `ts` of a message that is older than the post; undefined: it was posted just now. */
	readonly after: string | undefined;
}

export interface OrphanQuery {
	readonly thread: Thread;
	readonly after: string;
}

interface OwnMessage {
	readonly ts: string;
	/** Undefined: without our metadata. */
	readonly keys: readonly string[] | undefined;
	readonly hasFiles: boolean;
}

/** The most that Slack gives a page; it gives fewer where the app is distributed outside of its marketplace. */
const pageSize = 200;

/** Slack's codes where there is no such thread. */
const nowhere = ['thread_not_found', 'channel_not_found', 'message_not_found'];

/**
 * The `ts` of our message in the thread that carries `key` in its metadata; undefined when there is none, or no such thread. Where Slack
 * limits the look-up to one a minute it waits. Rejects as `Calls` do.
 */
export async function findPosted(
	deps: LookUpDeps,
	{ thread, key, after }: PostedQuery,
	signal: AbortSignal,
): Promise<string | undefined> {
	for await (const { ts, keys } of ownMessages(deps, { thread, after }, signal)) if (keys?.includes(key)) return ts;
	return undefined;
}

/** The `ts` of our newest message in the thread after `after` that has no metadata and no files: a stream that an earlier process left behind. */
export async function findOrphanStream(
	deps: LookUpDeps,
	query: OrphanQuery,
	signal: AbortSignal,
): Promise<string | undefined> {
	let newest: string | undefined;
	for await (const { ts, keys, hasFiles } of ownMessages(deps, query, signal)) {
		if (keys === undefined && !hasFiles && ts > query.after) newest = ts;
	}
	return newest;
}

/** The `ts` of our message with `key` in a direct conversation; where nothing older is known there, it is looked for in the newest page alone. */
export async function findDirect(
	{ calls, installations }: LookUpDeps,
	{ team, channel, key, after }: DirectQuery,
	signal: AbortSignal,
): Promise<string | undefined> {
	const { botId, botUser } = await installations.of(team);
	const request = { method: 'conversations.history', team, repeat: 'safe' } as const;
	let cursor: string | undefined;
	do {
		const query = {
			channel,
			limit: pageSize,
			include_all_metadata: true,
			...(after && { oldest: after }),
			...(cursor && { cursor }),
		};
		const page = await calls.run({ ...request, send: (client) => client.conversations.history(query) }, signal);
		const found = page.messages?.find(
			({ bot_id: bot, user, metadata }) => (bot === botId || user === botUser) && keysIn(metadata)?.includes(key),
		);
		if (found?.ts !== undefined) return found.ts;
		cursor = page.response_metadata?.next_cursor || undefined;
	} while (cursor !== undefined && after !== undefined);
	return undefined;
}

/** Our own messages in the thread, oldest first. */
async function* ownMessages(
	{ calls, installations }: LookUpDeps,
	{ thread, after }: { readonly thread: Thread; readonly after: string | undefined },
	signal: AbortSignal,
): AsyncGenerator<OwnMessage> {
	// An ephemeral message cannot be found again.
	if (!hasRoot(thread)) return;
	const place = placeOf(thread);
	const { botId, botUser } = await installations.of(place.team);
	let cursor: string | undefined;
	do {
		const page = await readPage(calls, { place, after, cursor }, signal);
		for (const { ts, bot_id: bot, user, metadata, files } of page?.messages ?? []) {
			const own = bot === botId || user === botUser;
			if (own && ts !== undefined) yield { ts, keys: keysIn(metadata), hasFiles: (files ?? []).length > 0 };
		}
		cursor = page?.response_metadata?.next_cursor || undefined;
	} while (cursor !== undefined);
}

interface Page {
	readonly place: SlackPlace;
	readonly after: string | undefined;
	readonly cursor: string | undefined;
}

async function readPage(calls: Calls, { place, after, cursor }: Page, signal: AbortSignal) {
	const { team, channel, ts } = place;
	const query = {
		channel,
		ts,
		limit: pageSize,
		include_all_metadata: true,
		...(after === undefined ? {} : { oldest: after }),
		...(cursor === undefined ? {} : { cursor }),
	};
	try {
		const request = { method: 'conversations.replies', team, repeat: 'safe' } as const;
		return await calls.run({ ...request, send: (client) => client.conversations.replies(query) }, signal);
	} catch (error) {
		if (nowhere.includes(slackCode(error) ?? '')) return undefined;
		throw error;
	}
}
