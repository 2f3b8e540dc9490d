import { type OpenString, openAfter } from './python-strings.ts';

/** Part of a text in Markdown: one that stands in a fence, or what is between two of them. */
export interface Part {
	readonly kind: 'fence' | 'between';
	/** The first word behind the fence, in small letters; empty where there is none. */
	readonly language: string;
	readonly content: string;
	/** The text ends before the fence does. */
	readonly isOpen: boolean;
}

/** Languages of fences that are read as Python. */
export const python: ReadonlySet<string> = new Set(['', 'py', 'python', 'python3']);

/**
 * A text in parts, in order, its lines ended by `\n`: by backticks or tildes, of whatever length (CommonMark 0.31, 4.5), indented as deep as
 * a list may be. A line in a string of Python is no end of its fence, however it looks; once a string does not end, no more are looked for.
 * Pure, linear.
 */
export function partsOf(text: string): readonly Part[] {
	const lines = text.split(/\r\n|\n|\r/);
	const parts: Part[] = [];
	let [from, hasStrings] = [0, true];
	for (const at of lines.keys()) {
		const start = at < from ? undefined : openingAt(lines, at);
		if (!start) continue;
		const plain = hasStrings && python.has(start.language) ? endOfPython(lines, at + 1, start) : undefined;
		hasStrings &&= plain !== undefined || !python.has(start.language);
		const end = plain ?? endOf(lines, at + 1, start);
		parts.push(between(lines.slice(from, at)), fenced(lines.slice(at + 1, end), start, end === undefined));
		from = (end ?? lines.length) + 1;
	}
	return [...parts, between(lines.slice(from))].filter(({ content }) => content !== '');
}

interface Opening {
	readonly indent: string;
	readonly mark: string;
	readonly language: string;
}

function openingAt(lines: readonly string[], at: number): Opening | undefined {
	const [, indent = '', mark, info = ''] = /^([ \t]{0,12})(`{3,}(?!`)|~{3,}(?!~))(.*)$/.exec(lines[at] ?? '') ?? [];
	if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return undefined;
	const [language = ''] = /[\w+#-]{1,40}/.exec(info.slice(0, 100)) ?? [];
	return { indent, mark, language: language.toLowerCase() };
}

/** The first line that ends a fence and is in no string. */
function endOfPython(lines: readonly string[], from: number, { mark }: Opening): number | undefined {
	let open: OpenString;
	for (let at = from; at < lines.length; at += 1) {
		const line = lines[at] ?? '';
		if (open === undefined && isEnd(line, mark)) return at;
		open = openAfter(line, open);
	}
	return undefined;
}

function endOf(lines: readonly string[], from: number, { mark }: Opening): number | undefined {
	for (let at = from; at < lines.length; at += 1) if (isEnd(lines[at] ?? '', mark)) return at;
	return undefined;
}

function isEnd(line: string, mark: string): boolean {
	const bare = line.trim();
	return bare.length >= mark.length && bare === mark.charAt(0).repeat(bare.length);
}

function between(lines: readonly string[]): Part {
	return { kind: 'between', language: '', content: lines.join('\n'), isOpen: false };
}

function fenced(lines: readonly string[], { indent, language }: Opening, isOpen: boolean): Part {
	const content = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
	return { kind: 'fence', language, content, isOpen };
}
