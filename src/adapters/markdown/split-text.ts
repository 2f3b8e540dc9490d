import {
	type CodeFence,
	closes,
	closingLine,
	fenceAfter,
	fenceRoom,
	lineInReopened,
	longestFenceLine,
	openingLine,
	reopened,
} from './code-fence.ts';

/** Where a text may be cut. */
interface Cut {
	readonly at: number;
	readonly kind: 'paragraph' | 'line' | 'inside' | 'word';
	/** The fence that is cut through. */
	readonly open: CodeFence | undefined;
}

/** The text that is still to be split. */
interface Remainder {
	readonly text: string;
	/** The fence that was open where the last piece ended. */
	readonly open: CodeFence | undefined;
}

/** Room for a fence's lines, and some text. */
const leastLimit = 200;

/**
 * Splits Markdown into pieces of at most `limit` characters: between paragraphs, else between lines, else between words, and never inside
 * of a character. A code fence that is cut is closed and opened again with its language; one that the text leaves open is closed. A row of
 * a table is cut only when it is longer than the limit. Throws `RangeError` for a limit below 200. Pure.
 */
export function splitText(markdown: string, limit: number): string[] {
	return [...piecesOf(markdown, limit)];
}

/** The first of the pieces that `splitText` makes; empty where there is none. It costs what that piece is long. Pure. */
export function firstPiece(markdown: string, limit: number): string {
	const [first = ''] = piecesOf(markdown, limit);
	return first;
}

/** The pieces that `splitText` makes, each made when it is asked for, of the text that it holds, and of little more. */
export function* piecesOf(markdown: string, limit: number): Generator<string, void> {
	if (limit < leastLimit) throw new RangeError(`Cannot split text: a limit of ${limit} leaves no room for a fence`);
	let rest: Remainder = { text: withoutBlankStart(markdown.trimEnd()), open: undefined };
	while (rest.text !== '') {
		const whole = wholeOf(rest, limit);
		if (whole !== undefined) return yield whole;
		const cut = bestCut(rest, limit - head(rest.open).length);
		const piece = pieceOf(rest.open, rest.text.slice(0, cut.at), cut.open);
		if (piece !== '') yield piece;
		rest = afterCut(rest.text, cut);
	}
}

function head(open: CodeFence | undefined): string {
	return open ? `${openingLine(open)}\n` : '';
}

function tail(open: CodeFence | undefined): string {
	return open ? `\n${closingLine(open)}` : '';
}

function pieceOf(before: CodeFence | undefined, text: string, after: CodeFence | undefined): string {
	return `${head(before)}${after ? text.replace(/\n$/, '') : text.trimEnd()}${tail(after)}`;
}

/** The last piece, where no cut is needed any more. */
function wholeOf({ text, open }: Remainder, limit: number): string | undefined {
	if (head(open).length + text.length > limit) return undefined;
	const piece = pieceOf(open, text, text.split('\n').reduce(fenceAfter, open));
	return piece.length <= limit ? piece : undefined;
}

/** The best cut that leaves a piece of at most `room` characters. */
function bestCut(rest: Remainder, room: number): Cut {
	const cuts = lineCuts(rest, room);
	const big = cuts.filter(({ at }) => at > room / 3);
	const found =
		big.findLast(({ kind }) => kind === 'paragraph') ?? big.findLast(({ kind }) => kind === 'line') ?? big.at(-1);
	const small = cuts.at(-1);
	if (found) return found;
	const next = lineAt(rest.text, small ? small.at + 1 : 0);
	// A row of a table, and the line that opens a fence, are better left whole.
	if (small && /^\s*(?:\||```|~~~)/.test(next)) return small;
	return wordCut(rest, room);
}

/** Every line ending that leaves a piece of at most `room` characters. */
function lineCuts({ text, open: before }: Remainder, room: number): readonly Cut[] {
	const cuts: Cut[] = [];
	const near = text.slice(0, room + 1);
	let open = before;
	let start = 0;
	for (let at = near.indexOf('\n'); at !== -1 && at <= room; at = near.indexOf('\n', start)) {
		const line = text.slice(start, at);
		const was = open;
		open = fenceAfter(open, line);
		start = at + 1;
		// Never between a fence's opening and its first line.
		if (open && !was) continue;
		const kind = open ? 'inside' : kindOf(line, lineAt(text, start), was);
		if (at > 0 && at + tail(open).length <= room) cuts.push({ at, kind, open });
	}
	return cuts;
}

function kindOf(line: string, next: string, was: CodeFence | undefined): Cut['kind'] {
	if (was || next.trim() === '' || line.trim() === '') return 'paragraph';
	if (fenceAfter(undefined, next)) return 'paragraph';
	return line.trimStart().startsWith('|') && next.trimStart().startsWith('|') ? 'inside' : 'line';
}

/** The line that begins there; of a long one as much as tells that it is no fence's. */
function lineAt(text: string, start: number): string {
	const [line = ''] = text.slice(start, start + longestFenceLine + 1).split('\n', 1);
	return line;
}

/** A cut between two words, or through one that is longer than all the room. */
function wordCut({ text, open }: Remainder, room: number): Cut {
	const most = room - fenceRoom / 2;
	const near = text.slice(0, most + 1);
	const gap = Math.max(near.lastIndexOf(' '), near.lastIndexOf('\t'), near.lastIndexOf('\n'));
	const at = gap > most / 3 ? gap : hardCut(text, most);
	return { at, kind: 'word', open: text.slice(0, at).split('\n').reduce(fenceAfter, open) };
}

/** Not between the halves of a character. */
function hardCut(text: string, most: number): number {
	const at = Math.floor(most);
	return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}

function afterCut(text: string, { at, kind, open }: Cut): Remainder {
	const rest = text.slice(text.charAt(at) === '\n' ? at + 1 : at);
	if (!open) return { text: withoutBlankStart(kind === 'word' ? rest.replace(/^[ \t]+/, '') : rest), open };
	const first = lineAt(rest, 0);
	if (closes(open, first)) return { text: withoutBlankStart(rest.slice(first.length + 1)), open: undefined };
	return { text: inReopened(rest, open), open: reopened(open) };
}

/** The rest of a fence as it stands in the reopened one, and what follows it. */
function inReopened(rest: string, open: CodeFence): string {
	if (open.lead === '' || open.lead.includes('>')) return rest;
	const shown: string[] = [];
	let now: CodeFence | undefined = open;
	let at = 0;
	while (now && at < rest.length) {
		const end = rest.indexOf('\n', at);
		const next = end === -1 ? rest.length : end + 1;
		const line = rest.slice(at, end === -1 ? next : end);
		shown.push(lineInReopened(now, line), rest.slice(at + line.length, next));
		now = fenceAfter(now, line);
		at = next;
	}
	return shown.join('') + rest.slice(at);
}

function withoutBlankStart(text: string): string {
	return text.replace(/^(?:[ \t]*\n)+/, '');
}
