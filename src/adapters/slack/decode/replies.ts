import type { ConversationsRepliesArguments, ConversationsRepliesResponse } from '@slack/web-api';
import type { LeftOut } from '../../../chat/past.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import type { SlackPlace } from '../thread-keys.ts';
import { messageSchema, type SlackMessage } from './decode-message.ts';

interface Deps extends Pick<ListenDeps, 'calls' | 'clock'> {
	/** Nobody waits longer for more of a thread, ms. */
	readonly longestMs: number;
}

/** Messages of a thread, as Slack gave them at once: oldest first, among them always the root. */
export interface Replies {
	readonly root: SlackMessage | undefined;
	/** Without the root. */
	readonly messages: readonly SlackMessage[];
	/** Answers that the thread has; undefined where the root does not say. */
	readonly count: number | undefined;
	/** Where the next page of the same range begins. */
	readonly cursor: string | undefined;
}

/** A part of a thread, both ends left out. */
interface Range {
	readonly oldest?: string;
	readonly latest?: string;
	readonly cursor?: string;
}

/** Beginning and end of a thread. */
export interface Ends {
	readonly first: readonly SlackMessage[];
	readonly leftOut: LeftOut;
	readonly newest: readonly SlackMessage[];
}

/** So many Slack gives at once, fewer to apps that are distributed without being reviewed: https://docs.slack.dev/reference/methods/conversations.replies */
const pageSize = 1000;
/** Pages that are asked for after the first one. */
const mostPages = 8;
/** A stretch that held too little is tried again, this much longer. */
const widening = 4;

/** One page of a thread. Rejects as `Calls` do. */
async function repliesIn(
	{ team, channel, ts }: SlackPlace,
	range: Range & { readonly limit?: number },
	{ calls }: Deps,
	signal: AbortSignal,
): Promise<Replies> {
	const args: ConversationsRepliesArguments = { channel, ts, limit: pageSize, ...range };
	const answer: ConversationsRepliesResponse = await calls.run(
		{ method: 'conversations.replies', team, repeat: 'safe', send: (client) => client.conversations.replies(args) },
		signal,
	);
	const found = (answer.messages ?? []).flatMap((message) => messageSchema.safeParse(message).data ?? []);
	const count = answer.messages?.find((message) => message?.ts === ts)?.reply_count;
	return {
		root: found.find((message) => message.ts === ts),
		messages: found.filter((message) => message.ts !== ts),
		count,
		cursor: answer.response_metadata?.next_cursor || undefined,
	};
}

/** `repliesIn`; rejects with a sentence where that takes longer than `longestMs`. */
export async function repliesInTime(...[place, range, deps, signal]: Parameters<typeof repliesIn>): Promise<Replies> {
	using limit = limitOf(deps);
	return await inTime({ signal, within: limit.within }, (until) => repliesIn(place, range, deps, until));
}

/** A signal that fires after `longestMs`. */
function limitOf({ clock, longestMs }: Deps): Disposable & { readonly within: AbortSignal } {
	const limit = new AbortController();
	const callOff = clock.after(longestMs, () => limit.abort(new Error('It took too long')));
	return { within: limit.signal, [Symbol.dispose]: callOff };
}

interface Until {
	readonly signal: AbortSignal;
	readonly within: AbortSignal;
}

async function inTime<T>({ signal, within }: Until, work: (until: AbortSignal) => Promise<T>): Promise<T> {
	try {
		return await work(AbortSignal.any([signal, within]));
	} catch (error) {
		if (signal.aborted || !within.aborted) throw error;
		throw new Error('it took too long, as Slack lets this app read a page a minute', { cause: error });
	}
}

/**
 * The root of a thread and its newest messages before `latest` (empty: all), 1 and `most` - 1 of them. Slack gives a thread from its beginning
 * alone: of a long one the end is looked for by time. What cannot be had within `longestMs` is left out. Rejects as `Calls` do.
 */
export async function endsOf(
	place: SlackPlace,
	{ latest, most }: { readonly latest: string; readonly most: number },
	deps: Deps,
	signal: AbortSignal,
): Promise<Ends> {
	using limit = limitOf(deps);
	const { within } = limit;
	const until = latest === '' ? {} : { latest };
	const begun = await inTime({ signal, within }, (inner) => repliesIn(place, until, deps, inner));
	const first = begun.root ? [begun.root] : [];
	const isEarlier = ({ ts }: SlackMessage) => latest === '' || Number(ts) < Number(latest);
	const all = begun.messages.filter(isEarlier);
	if (begun.cursor === undefined) return cut(first, all, most);
	const end = await endWithin(place, { begun, latest, most }, deps, { signal, within });
	const newest = end.slice(1 - most);
	const left = (begun.count ?? 0) - (latest === '' ? 0 : 1);
	if (newest.length === 0)
		return { first: [...first, ...all.slice(0, most - 1)], leftOut: about(left - all.length), newest };
	return { first, newest, leftOut: about(left - newest.length) };
}

function cut(first: readonly SlackMessage[], all: readonly SlackMessage[], most: number): Ends {
	const newest = all.slice(1 - most);
	const count = all.length - newest.length;
	return { first, newest, leftOut: count === 0 ? { kind: 'none' } : { kind: 'exactly', count } };
}

function about(count: number): LeftOut {
	return count > 0 ? { kind: 'about', count } : { kind: 'unknown' };
}

interface Search {
	/** The first page. */
	readonly begun: Replies;
	readonly latest: string;
	readonly most: number;
}

/** Messages at the end of a thread that is longer than a page: those that could be had in time. */
async function endWithin(
	place: SlackPlace,
	search: Search,
	deps: Deps,
	{ signal, within }: Until,
): Promise<readonly SlackMessage[]> {
	let found: readonly SlackMessage[] = [];
	const read = async (range: Range) => {
		const rest = repliesAfter(place, range, deps, AbortSignal.any([signal, within]));
		found = [];
		for await (const messages of rest) found = [...found, ...messages];
		return found;
	};
	try {
		return await searchEnd(place, search, read);
	} catch (error) {
		if (signal.aborted || !within.aborted) throw error;
		return found;
	}
}

/** The end is read from a time on after which less than a page was said, were all of it said evenly; from an earlier one where that held little. */
async function searchEnd(
	{ ts }: SlackPlace,
	{ begun, latest, most }: Search,
	read: (range: Range) => Promise<readonly SlackMessage[]>,
): Promise<readonly SlackMessage[]> {
	const size = begun.messages.length;
	const known = Number(begun.messages.at(-1)?.ts ?? ts);
	const end = latest === '' ? Date.now() / 1000 : Number(latest);
	const wanted = Math.min(most, size * 0.7);
	const rest = Math.max(1, (begun.count ?? 2 * size) - size);
	for (let page = 1, span = ((end - known) * wanted) / rest; ; page += 1, span *= widening) {
		const oldest = Math.max(known, end - span);
		const found = await read({ oldest: oldest.toFixed(6), ...(latest && { latest }) });
		if (found.length >= wanted / 2 || oldest === known || page === mostPages) return found;
	}
}

/** All that was said in a range, a page at a time. */
async function* repliesAfter(
	place: SlackPlace,
	range: Range,
	deps: Deps,
	signal: AbortSignal,
): AsyncGenerator<readonly SlackMessage[]> {
	let cursor: string | undefined;
	for (let page = 1; page <= mostPages; page += 1) {
		const answer = await repliesIn(place, { ...range, ...(cursor && { cursor }) }, deps, signal);
		yield answer.messages;
		cursor = answer.cursor;
		if (cursor === undefined) break;
	}
}
