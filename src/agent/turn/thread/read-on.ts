import type { ThreadMessage, ThreadPage } from '../../../chat/past.ts';
import { saidLines } from '../../session/said-lines.ts';

/** Where the beginning of a thread is. */
export const beginning = 'start';

/** A place in a thread. */
export interface ThreadPlace {
	/** The number of the message that comes next, from 1. */
	readonly number: number;
	/** The id of the message before it; undefined: none is. */
	readonly after: string | undefined;
}

/** A part of a thread, between two places. */
export interface Stretch {
	readonly from: ThreadPlace;
	/** As the Brain reads them, each with its number. */
	readonly lines: readonly string[];
	/** How many were looked at. */
	readonly seen: number;
	/** Undefined: nothing more was said. */
	readonly next: ThreadPlace | undefined;
	readonly total: number | undefined;
}

export interface ReadOptions {
	readonly search: string | undefined;
	readonly signal: AbortSignal;
}

/** A page that the Brain gets: messages, and characters. */
const mostMessages = 50;
const mostCharacters = 16_000;
/** Pages of the platform that one call looks through, and how long it goes on with another, ms. */
const mostPages = 20;
const longestMs = 60_000;

/** The place that a text names; undefined for a text that names none. Pure. */
export function placeIn(text: string): ThreadPlace | undefined {
	if (text.trim() === beginning) return { number: 1, after: undefined };
	const [, number, after] = /^(\d{1,9})@([\w.]{1,60})$/.exec(text.trim()) ?? [];
	return number && after ? { number: Number(number), after } : undefined;
}

/** The text that names a place. Pure. */
export function nameOf({ number, after = '' }: ThreadPlace): string {
	return after === '' ? beginning : `${number}@${after}`;
}

/** Reads from a place on, until a page for the Brain is full or nothing more was said. Rejects as `read` does where nothing was read before. */
export async function readOn(
	read: (after: string | undefined) => Promise<ThreadPage>,
	from: ThreadPlace,
	{ search, signal }: ReadOptions,
): Promise<Stretch> {
	const isWanted = matcher(search);
	const until = Date.now() + longestMs;
	let stretch: Stretch = { from, lines: [], seen: 0, next: from, total: undefined };
	for (let page = 1; page <= mostPages && stretch.next && Date.now() < until; page += 1) {
		const answer = await read(stretch.next.after).catch((error: unknown) => {
			if (page === 1 || signal.aborted) throw error;
			return undefined;
		});
		if (!answer) break;
		const { isFull, ...more } = taken(answer, stretch, stretch.next, isWanted);
		stretch = more;
		if (isFull || (search === undefined && stretch.lines.length > 0)) break;
	}
	return stretch;
}

/** A stretch with as much of a page as it has room for. */
function taken(
	{ messages, next, total }: ThreadPage,
	before: Stretch,
	at: ThreadPlace,
	isWanted: (message: ThreadMessage) => boolean,
): Stretch & { readonly isFull: boolean } {
	const lines = [...before.lines];
	let room = mostCharacters - lines.reduce((sum, line) => sum + line.length + 1, 0);
	let place = at;
	for (const message of messages) {
		const line = isWanted(message) ? `${place.number}. ${saidLines(message).slice(2)}` : undefined;
		if (line !== undefined && lines.length > 0 && (lines.length >= mostMessages || line.length >= room))
			return { ...before, ...seenTo(place, before), lines, total, next: place, isFull: true };
		if (line !== undefined) {
			lines.push(`> ${line}`);
			room -= line.length + 3;
		}
		place = { number: place.number + 1, after: message.id };
	}
	const further = next === undefined ? undefined : { number: place.number, after: next };
	return { ...before, ...seenTo(place, before), lines, total, next: further, isFull: false };
}

function seenTo({ number }: ThreadPlace, { from }: Stretch): Pick<Stretch, 'seen'> {
	return { seen: number - from.number };
}

/** Whether a message has all the words, in whichever case and form they are written. */
function matcher(search: string | undefined): (message: ThreadMessage) => boolean {
	const words = plain(search ?? '')
		.split(/\s+/)
		.filter((word) => word !== '');
	if (words.length === 0) return () => true;
	return ({ name, text, files }) => {
		const all = plain([name, text, ...files.map((file) => file.name)].join('\n'));
		return words.every((word) => all.includes(word));
	};
}

function plain(text: string): string {
	return text.normalize('NFKC').toLowerCase();
}
