import { shorten } from '../../../base/text/shorten.ts';
import type { Message, MessageRange, Piece } from '../../../store/journal.ts';
import { tokensOf, tokensOfAll } from '../measure/tokens.ts';

/** How many tokens may stay word for word. */
export interface Room {
	/** Of what people wrote, newest first. */
	readonly words: number;
	/** Of the last two turns. */
	readonly recent: number;
	/** Words of people with more than this are cut; default: none are. */
	readonly longest?: number;
}

/** A history parted: what is put into other words, and what stays as it is, in the order of both. */
export interface Parted {
	readonly old: readonly Message[];
	readonly kept: readonly Piece[];
	/** How many messages of people stay. */
	readonly words: number;
}

/** The beginning of what stands for the past. */
export const summaryMark = '[Summary of what came before';
export const droppedMark = '[Left out here';

/** Whether a message is ours and stands for the past. Pure. */
export function standsForPast({ role, text }: Message): boolean {
	return role === 'user' && (text.startsWith(summaryMark) || text.startsWith(droppedMark));
}

/**
 * Parts a history: the last two turns stay as far as there is room, in whole groups of a call and its results, and what people wrote before them,
 * newest first. The newest group and the newest words always stay. Pure.
 */
export function part(messages: readonly Message[], room: Room): Parted {
	const start = recentStart(messages, room.recent);
	const before = messages.slice(0, start);
	const chosen = wordsToKeep(before, room.words, messages.slice(start).some(isWords));
	const recent = messages.slice(start).map((_, at) => start + at);
	const kept = [...chosen, ...recent].map((at): Piece => inRoom(messages[at], at, room.longest));
	return {
		old: before.filter((_, at) => !chosen.includes(at)),
		kept: joined(kept),
		words: chosen.length + messages.slice(start).filter(isWords).length,
	};
}

function isWords(message: Message): boolean {
	return message.role === 'user' && !standsForPast(message);
}

/** Where the last two turns begin, or as much of them as there is room for; never in a group, and behind the newest group at the latest. */
function recentStart(messages: readonly Message[], room: number): number {
	const said = messages.flatMap((message, at) => (isWords(message) ? [at] : []));
	const earliest = said.at(-2) ?? said.at(-1) ?? 0;
	const starts = groupStarts(messages);
	let start = starts.at(-1) ?? messages.length;
	let left = room - tokensOfAll(messages.slice(start));
	for (const at of starts.slice(0, -1).toReversed()) {
		left -= tokensOfAll(messages.slice(at, start));
		if (at < earliest || left < 0) break;
		start = at;
	}
	return start;
}

/** Where groups begin: words, an answer, or calls with all that follows until they have their results. Pure. */
export function groupStarts(messages: readonly Message[]): readonly number[] {
	const starts: number[] = [];
	const open = new Set<string>();
	for (const [at, message] of messages.entries()) {
		if (open.size === 0 && message.role !== 'tool') starts.push(at);
		if (message.role === 'tool') open.delete(message.callId);
		if (message.role === 'assistant') for (const { id } of message.calls) open.add(id);
	}
	return starts;
}

/** Those with room, newest first; the newest of all in any case. */
function wordsToKeep(before: readonly Message[], room: number, hasNewer: boolean): readonly number[] {
	const said = before.flatMap((message, at) => (isWords(message) ? [{ at, tokens: tokensOf(message) }] : []));
	let left = room;
	const fitting = said.toReversed().findIndex(({ tokens }, nth) => {
		left -= tokens;
		return left < 0 && (hasNewer || nth > 0);
	});
	return (fitting < 0 ? said : said.slice(said.length - fitting)).map(({ at }) => at);
}

function inRoom(message: Message | undefined, at: number, longest = Number.POSITIVE_INFINITY): Piece {
	if (message?.role !== 'user' || tokensOf(message) <= longest) return { from: at, to: at + 1 };
	// At a character a token it fits in any script.
	return {
		...message,
		text: `${shorten(message.text, longest)}\n${droppedMark}: the rest of these words. read_back finds it.]`,
	};
}

/** Neighbours as one. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
	const all: Piece[] = [];
	for (const piece of pieces) {
		const last = all.at(-1);
		if (last && isRange(last) && isRange(piece) && last.to === piece.from)
			all[all.length - 1] = { from: last.from, to: piece.to };
		else all.push(piece);
	}
	return all;
}

function isRange(piece: Piece): piece is MessageRange {
	return !('role' in piece);
}
