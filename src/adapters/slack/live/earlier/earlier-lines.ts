import { isRunning, isSameCall, type ProgressLine } from '../../../present/progress-line.ts';
import type { UnsettledPart } from '../settle-parts.ts';
import type { EarlierParts } from './settle-earlier.ts';

/** All that an earlier process has shown of a turn in live messages, while its events come once more: one value, replaced as a whole. */
export interface EarlierLines {
	/** The number that the next live message takes. */
	readonly next: number;
	/** Live messages without their last form. */
	readonly left: EarlierParts['left'];
	/** The `ts` of those that had it before this process began. */
	readonly settled: EarlierParts['settled'];
	/** The one that this process has given a form: it shows all lines but those of others that had their last form before. */
	readonly message: UnsettledPart | undefined;
	/** Those that this process has given a form, and of which nobody is told yet that it is their last one. */
	readonly unnoted: readonly UnsettledPart[];
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
	return { next, left, settled, message: undefined, unnoted: [], lines: [], isTold: false, hasNews: false };
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

/** Its messages have a form: the last of `parts` shows all lines. Pure. */
export function formedIn(earlier: EarlierLines, parts: readonly UnsettledPart[]): EarlierLines {
	return { ...earlier, left: [], message: parts.at(-1), unnoted: parts };
}

/**
 * The messages that have their last form now, the one with the lines first: of a crash in between it is known that they stand there. None
 * while a call runs: a later process, which is told of its end, has to show that in its line. Pure.
 */
export function finishedIn({ unnoted, lines }: EarlierLines): readonly UnsettledPart[] {
	return lines.some(({ line }) => isRunning(line)) ? [] : unnoted.toReversed();
}

/** Whether a line is another state of one that the earlier process has shown. Pure. */
export function isOfEarlier({ lines }: EarlierLines, line: ProgressLine): boolean {
	return lines.some((one) => isSameCall(one.line, line));
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
	return isOfEarlier(earlier, line);
}

/** Lines that stand nowhere: no message of the earlier process was found. Pure. */
export function homeless({ message, lines }: EarlierLines): readonly EarlierLine[] {
	if (message) return [];
	const shown = lines.some(({ keys, open }) => open.length < keys.length);
	return lines.filter(({ open }) => open.length > 0 || !shown);
}
