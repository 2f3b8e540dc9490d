import type { JsonRecord } from '../../../model/text/json-text.ts';

const kinds: Readonly<Record<string, string>> = {
	string:
		'str string text char character path pathlib.path filepath file_path file filename date datetime time timestamp uuid url uri email bytes',
	integer: 'int integer long int32 int64 positive_int',
	number: 'float double number numeric decimal real float64 float32',
	boolean: 'bool boolean',
	array: 'list array sequence tuple set iterable typing.list',
	object: 'dict object map mapping record json dictionary typing.dict',
	null: 'none null nonetype undefined void',
};

/** The types of JSON Schema by the words of other languages. */
const byWord = new Map(
	Object.entries(kinds).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
);

const longest = 200;
const deepest = 5;

/** The schema that a type in words says, in those of Python, TypeScript or JSON Schema; undefined where it says none. Pure. */
export function typeOf(words: string, depth = 0): JsonRecord | undefined {
	if (words.length > longest || depth > deepest) return undefined;
	const text = words.trim().replace(/^(["'])(.*)\1$/, '$2');
	const parts = splitTop(text, /^(?:\||or(?=\s))/);
	if (parts.length > 1) return unionOf(parts, depth);
	const kind = byWord.get(text.toLowerCase());
	return kind === undefined ? composed(text, depth) : { type: kind };
}

function composed(text: string, depth: number): JsonRecord | undefined {
	if (/^.+\?$/.test(text)) return unionOf([text.slice(0, -1), 'null'], depth);
	if (/^.+\[\]$/.test(text)) return listOf(text.slice(0, -2), depth);
	const of = /^(?:array|list|tuple|set)s?\s+of\s+(.+)$/i.exec(text)?.[1];
	if (of !== undefined) return listOf(/^.+s$/.test(of) && !typeOf(of, depth + 1) ? of.slice(0, -1) : of, depth);
	const [, head = '', inner = ''] = /^([\w.]+)\s*[[<(](.*)[\]>)]$/s.exec(text) ?? [];
	return head === '' ? undefined : generic(head.toLowerCase().replace(/^typing\./, ''), inner, depth);
}

function generic(head: string, inner: string, depth: number): JsonRecord | undefined {
	const parts = splitTop(inner, /^,/);
	if (head === 'optional') return unionOf([inner, 'null'], depth);
	if (head === 'union') return unionOf(parts, depth);
	if (head === 'literal' || head === 'enum') return { enum: parts.map(literal) };
	const kind = byWord.get(head);
	if (kind === 'array') return listOf(parts[0] ?? '', depth);
	if (kind !== 'object') return undefined;
	const values = typeOf(parts.at(-1) ?? '', depth + 1);
	return values ? { type: 'object', additionalProperties: values } : { type: 'object' };
}

function listOf(words: string, depth: number): JsonRecord {
	const items = typeOf(words, depth + 1);
	return items ? { type: 'array', items } : { type: 'array' };
}

function literal(text: string): unknown {
	const said = text.trim();
	if (/^-?\d+(?:\.\d+)?$/.test(said)) return Number(said);
	if (/^(?:true|false)$/i.test(said)) return said.toLowerCase() === 'true';
	return said.replace(/^(["'])(.*)\1$/, '$2');
}

function unionOf(parts: readonly string[], depth: number): JsonRecord | undefined {
	const all = parts.map((part) => typeOf(part, depth + 1));
	const known = all.filter((one) => one !== undefined);
	if (known.length < all.length) return literals(parts);
	const isPlain = known.every((one) => Object.keys(one).join() === 'type' && !/array|object/.test(String(one['type'])));
	const [only, ...others] = new Set(known.flatMap(({ type }) => type));
	if (isPlain) return { type: others.length === 0 ? only : [only, ...others] };
	return { anyOf: known };
}

/** `'a' | 'b'` says values. */
function literals(parts: readonly string[]): JsonRecord | undefined {
	const isQuoted = parts.every((part) => /^\s*(["']).*\1\s*$/.test(part));
	return isQuoted ? { enum: parts.map(literal) } : undefined;
}

/** The parts between separators that stand in no bracket. */
function splitTop(text: string, separator: RegExp): string[] {
	const parts: string[] = [];
	let depth = 0;
	let from = 0;
	for (let at = 0; at < text.length; at++) {
		const char = text.charAt(at);
		if ('[<('.includes(char)) depth++;
		else if (']>)'.includes(char)) depth--;
		const isWordStart = at === 0 || !/\w/.test(text.charAt(at - 1));
		const found = depth === 0 && isSeparator(char, isWordStart) ? separator.exec(text.slice(at, at + 4)) : null;
		if (!found) continue;
		parts.push(text.slice(from, at));
		from = at + found[0].length;
	}
	return [...parts, text.slice(from)];
}

function isSeparator(char: string, isWordStart: boolean): boolean {
	return char === '|' || char === ',' || (char === 'o' && isWordStart);
}
