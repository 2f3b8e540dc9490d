import { matchAt } from './grammar.ts';

// Before a tag's name some families write one of their own: `atem:`, `seed:`, `steptml:`, `｜DSML｜`.
export const space = '(?:[\\w-]{1,32}:|[｜|]DSML[｜|])?';
export const callTag = `${space}(?:invoke|function|tool_call|tool|call)`;
export const argumentTag = `${space}(?:parameter|param|argument)`;

/** The tags of a call and of one of its arguments, as it has opened them. */
export interface Tags {
	readonly call: string;
	readonly argument: string;
}

/** Where a value ends, and where its call goes on. */
export interface ValueEnd {
	readonly from: number;
	readonly to: number;
}

/** Finds the end of the value that begins at a place; undefined where it has none. Linear. */
export type EndFinder = (text: string, at: number, tags: Tags) => ValueEnd | undefined;

interface Mark extends ValueEnd {
	readonly opens: boolean;
	readonly tag: string;
}

/** The tags from a place on that a call could have, but for those that close themselves. */
function* marksFrom(text: string, at: number): Generator<Mark> {
	const mark = new RegExp(`<(/?)(${callTag}|${argumentTag})(?=[=\\s>])[^<>]{0,300}>`, 'g');
	mark.lastIndex = at;
	for (let found = mark.exec(text); found; found = mark.exec(text)) {
		const [whole, slash, tag = ''] = found;
		if (!whole.endsWith('/>')) yield { opens: slash === '', tag, from: found.index, to: mark.lastIndex };
	}
}

interface OwnMark extends Mark {
	readonly of: keyof Tags;
}

function* ownMarks(text: string, at: number, tags: Tags): Generator<OwnMark> {
	for (const mark of marksFrom(text, at)) {
		if (mark.tag === tags.argument) yield { ...mark, of: 'argument' };
		else if (mark.tag === tags.call) yield { ...mark, of: 'call' };
	}
}

const frame = `${space}(?:tool_calls?|function_calls|tool_use|tools)`;
/** Ends count where the call goes on, or ends, behind them: a value may be about such tags. */
const behind = {
	call: new RegExp(`\\s*(?:$|</${frame}>|<${callTag}[=\\s>]|<[|｜])`, 'y'),
	argument: new RegExp(`\\s*(?:$|</(?:${frame}|${callTag})>|<(?:${argumentTag}|${callTag})[=\\s]|<[|｜])`, 'y'),
};

function isEnd(text: string, { of, opens, to }: OwnMark): boolean {
	return !opens && matchAt(behind[of], text, to) !== undefined;
}

/** The tags that are open within a value, and where the last argument within it ended. */
interface Within {
	argument: number;
	call: number;
	closed: number;
}

/** By the tags that are opened and closed in the value itself: it may hold a call, or XML. */
export const nestedEnd: EndFinder = (text, at, tags) => {
	const within: Within = { argument: 0, call: 0, closed: at };
	for (const mark of ownMarks(text, at, tags)) {
		if (mark.opens || within[mark.of] > 0) goThrough(within, mark);
		else if (isEnd(text, mark)) return endAfter(within, text, mark);
	}
	return undefined;
};

function goThrough(within: Within, { of, opens, to }: OwnMark): void {
	within[of] += opens ? 1 : -1;
	if (of === 'argument') within.closed = to;
}

/** Where the call ends right behind an end of an argument, the value's own was taken for one within. */
function endAfter(within: Within, text: string, { of, from, to }: OwnMark): ValueEnd | undefined {
	if (of === 'argument') return { from, to };
	const isSure = within.argument === 0 && text.slice(within.closed, from).trim() !== '';
	return isSure ? { from, to: from } : undefined;
}

/** The first one that there is. */
export const flatEnd: EndFinder = (text, at, tags) => {
	for (const mark of ownMarks(text, at, tags)) {
		const { of, opens, from, to } = mark;
		if (isEnd(text, mark)) return { from, to: of === 'argument' ? to : from };
		if (of === 'argument' && opens && beginsNext(text, mark)) return { from, to: from };
	}
	return undefined;
};

/** Qwen3-Coder leaves out ends before the next argument, on a line of its own; also before the end of the call. */
function beginsNext(text: string, { from, to }: Mark): boolean {
	return /^\n<[^<>\s]+=[^<>]+>\n$/.test(text.slice(from - 1, to + 1));
}

/** Whether an end of an argument stands behind a call, and before the next: then it was not whole. */
export function goesOn(text: string, at: number): boolean {
	for (const { tag, opens } of marksFrom(text, at)) {
		if (/(?:parameter|param|argument)$/.test(tag)) return !opens;
		if (opens) return false;
	}
	return false;
}
