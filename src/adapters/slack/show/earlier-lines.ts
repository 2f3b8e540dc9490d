import { isSameCall, type ProgressLine } from '../../progress-line.ts';
import type { EarlierParts } from '../live/settle-earlier.ts';

/** What an earlier process has shown of a turn in live messages, while its events come once more. */
export interface EarlierLines {
	/** The number that the next live message takes. */
	readonly next: number;
	/** Live messages without their last form. */
	left: EarlierParts['left'];
	/** The one that this process has given its last form: it shows all lines. */
	message: { readonly number: number; readonly ts: string } | undefined;
	readonly lines: EarlierLine[];
	/** It needs not be told that the turn was interrupted. */
	isTold: boolean;
	/** Lines have changed since they were shown. */
	changed: boolean;
}

/** A line that an earlier process has shown, or may have. */
interface EarlierLine {
	readonly keys: string[];
	/** Keys without an id in the outbox. */
	readonly open: string[];
	line: ProgressLine;
}

export function createEarlierLines({ next, left }: EarlierParts): EarlierLines {
	return { next, left, message: undefined, lines: [], isTold: false, changed: false };
}

/** Whether there is a message that lines of the earlier process go into. */
export function hasMessage({ left, message }: EarlierLines): boolean {
	return left.length > 0 || message !== undefined;
}

/** Keeps a line. A call's end takes the place of its beginning. `open`: the outbox has no id for its key. */
export function remember(
	earlier: EarlierLines,
	line: ProgressLine,
	{ key, open }: { readonly key: string | undefined; readonly open: boolean },
): void {
	const known = earlier.lines.find((one) => isSameCall(one.line, line));
	const kept = known ?? { keys: [], open: [], line };
	kept.line = line;
	if (key !== undefined) kept.keys.push(key);
	if (key !== undefined && open) kept.open.push(key);
	if (!known) earlier.lines.push(kept);
	earlier.changed = true;
}

/** Whether a new line belongs to what the earlier process has shown: the end of a call that was under way, the word that it was interrupted. */
export function endsEarlier(earlier: EarlierLines, line: ProgressLine): boolean {
	if (!hasMessage(earlier)) return false;
	if (line.type === 'notice') return earlier.left.length > 0 && !earlier.isTold;
	return earlier.lines.some((one) => isSameCall(one.line, line));
}

/** Lines that stand nowhere: no message of the earlier process was found. */
export function homeless({ message, lines }: EarlierLines): readonly EarlierLine[] {
	if (message) return [];
	const shown = lines.some(({ keys, open }) => open.length < keys.length);
	return lines.filter(({ open }) => open.length > 0 || !shown);
}
