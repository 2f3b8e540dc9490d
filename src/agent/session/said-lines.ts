import { shorten } from '../../base/text/shorten.ts';
import type { EarlierMessage } from '../../chat/inbound.ts';
import { type Earlier, type LeftOut, leftOutBesides } from '../../chat/past.ts';

/** Characters of one message of others, and of the beginning and of all of a thread, that the Brain is told. */
const longestMessage = 4_000;
const longestBeginning = 8_000;
const longestAll = 24_000;

/** A message of a thread as the Brain reads it: data, each line of it quoted, so that none can be taken for ours. Pure. */
export function saidLines({ name, at, text, files }: Omit<EarlierMessage, 'person'>): string {
	const time = at.slice(0, 16).replace('T', ' ');
	const attached = files.map((file) => ` [file: ${oneLine(file.name)}]`).join('');
	const words = `${oneLine(name)} (${time} UTC): ${shorten(text, longestMessage)}${attached}`;
	return words.replaceAll(/^/gm, '> ');
}

/** Text from outside that stands in a line of ours. Pure. */
export function oneLine(text: string): string {
	return text.replaceAll(/[\s[\]]+/g, ' ').trim();
}

/** The beginning and the end of a thread, as long as the Brain is told of it, and how much lies between. Pure. */
export function earlierLines({ first, leftOut, newest }: Earlier): string[] {
	const beginning = thatFit(first.map(saidLines), longestBeginning);
	const room = longestAll - lengthOf(beginning);
	const end = thatFit(newest.map(saidLines).toReversed(), room).toReversed();
	const cut = first.length + newest.length - beginning.length - end.length;
	const left = leftOutLine(leftOutBesides(leftOut, cut));
	return [...beginning, ...left, ...end];
}

/** Who has spoken in a thread before it was ours, as a message for the Brain tells of it. Pure. */
export function namesBefore(text: string): readonly string[] {
	const end = text.startsWith('[') ? text.indexOf('\n[End of what was said before]\n') : -1;
	const lines = end < 0 ? [] : text.slice(0, end).split('\n');
	return lines.flatMap((line) => /^> (.+?) \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\): /.exec(line)?.[1] ?? []);
}

/** The first of some, as many as fit; the very first always. */
function thatFit(lines: readonly string[], most: number): string[] {
	let left = most;
	const fitting = lines.findIndex((line, index) => {
		left -= line.length + 1;
		return left < 0 && index > 0;
	});
	return fitting < 0 ? [...lines] : lines.slice(0, fitting);
}

function lengthOf(lines: readonly string[]): number {
	return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** The beginning of the line that says what is left out. */
export const leftOutMark = 'Left out here: ';

function leftOutLine(leftOut: LeftOut): string[] {
	return leftOut.kind === 'none' ? [] : [`[${leftOutMark}${amountOf(leftOut)}. read_thread reads them.]`];
}

function amountOf(leftOut: LeftOut): string {
	if (!('count' in leftOut)) return 'more messages, nobody has counted them';
	const { kind, count } = leftOut;
	return `${kind === 'about' ? 'about ' : ''}${count} ${count === 1 ? 'message' : 'messages'}`;
}
