import { isSameCall, type ProgressLine } from '../../../present/progress-line.ts';
import type { EarlierParts } from './settle-earlier.ts';

/** All that an earlier process has shown of a turn in live messages, while its events come once more: one value, replaced as a whole. */
export interface EarlierLines {
	/** The number that the next live message takes. */
	readonly next: number;
	/** Live messages without their last form. */
	readonly left: EarlierParts['left'];
	/** The `ts` of those that had it before this process began. */
	readonly settled: EarlierParts['settled'];
	/** The one that this process has given its last form: it shows all lines but those of others that had it before. */
	readonly message: { readonly number: number; readonly ts: string } | undefined;
	readonly lines: readonly EarlierLine[];
	/** It needs not be told that the turn was interrupted. */
	readonly isTold: boolean;
	/** Lines have changed since they were shown. */
	readonly hasNews: boolean;
}

/** A line that an earlier process has shown, or may have. */
export interface EarlierLine {
	readonly line: ProgressLine;
	readonly keys: readonly string[];
	/** Keys without an id in the outbox. */
	readonly open: readonly string[];
}

/** Pure. */
export function earlierLines({ next, left, settled }: EarlierParts): EarlierLines {
	return { next, left, settled, message: undefined, lines: [], isTold: false, hasNews: false };
}

/** Whether there is a message that lines of the earlier process go into. Pure. */
export function hasMessage({ left, message }: EarlierLines): boolean {
	return left.length > 0 || message !== undefined;
}

/**
 * Whether a message of the earlier process is to be looked for: a stream has nothing by which it is told from another one, so that no words may
 * stream before it is found. Pure.
 */
export function isSought({ left }: EarlierLines): boolean {
	return left.some(({ ts }) => ts === undefined);
}

/** Whether a line that is shown as `id` stands in a message that is finished: it is said nowhere else. Pure. */
export function standsFinished({ settled }: EarlierLines, id: string | undefined): boolean {
	return id !== undefined && settled.includes(id);
}

/** A line more; a call's end takes the place of its beginning. `open`: the outbox has no id for its key. Pure. */
export function withLine(
	earlier: EarlierLines,
	line: ProgressLine,
	{ key, open }: { readonly key: string | undefined; readonly open: boolean },
): EarlierLines {
	const keys = key === undefined ? [] : [key];
	const at = earlier.lines.findIndex((one) => isSameCall(one.line, line));
	const known = earlier.lines[at] ?? { keys: [], open: [] };
	const kept = { line, keys: [...known.keys, ...keys], open: [...known.open, ...(open ? keys : [])] };
	const lines = at === -1 ? [...earlier.lines, kept] : earlier.lines.with(at, kept);
	return { ...earlier, lines, hasNews: true };
}

/** Nobody needs to be told of the interruption any more. Pure. */
export function told(earlier: EarlierLines): EarlierLines {
	return { ...earlier, isTold: true };
}

/** Its messages have their last form; `message` shows all lines. Pure. */
export function settledIn(earlier: EarlierLines, message: EarlierLines['message']): EarlierLines {
	return { ...earlier, left: [], message };
}

/** The outbox knows where each of the lines stands; where there is no message of the earlier process, they are not its any more. Pure. */
export function allNoted(earlier: EarlierLines): EarlierLines {
	const lines = earlier.message ? earlier.lines.map((one) => ({ ...one, open: [] })) : [];
	return { ...earlier, lines };
}

/** Whether a new line belongs to what the earlier process has shown: the end of a call that was under way, the word that it was interrupted. Pure. */
export function endsEarlier(earlier: EarlierLines, line: ProgressLine): boolean {
	if (!hasMessage(earlier)) return false;
	if (line.type === 'notice') return earlier.left.length > 0 && !earlier.isTold;
	return earlier.lines.some((one) => isSameCall(one.line, line));
}

/** Lines that stand nowhere: no message of the earlier process was found. Pure. */
export function homeless({ message, lines }: EarlierLines): readonly EarlierLine[] {
	if (message) return [];
	const shown = lines.some(({ keys, open }) => open.length < keys.length);
	return lines.filter(({ open }) => open.length > 0 || !shown);
}
