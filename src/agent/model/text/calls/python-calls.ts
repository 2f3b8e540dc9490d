import { isRecord } from '../json-text.ts';
import { type Grammar, matchAt, mostArguments } from './grammar.ts';
import { type Literal, readLiteral, skipBlank } from './literals.ts';

// Alone, in a list, as what `print` is to show, or what a variable is to hold.
const opening = /\[?\s*(?:[A-Za-z_]\w{0,63}\s*=\s*)?(?:print\s*\(\s*)?([A-Za-z_][\w.-]{0,255})\s*\(\s*/y;
const keyword = /([A-Za-z_]\w{0,127})\s*=\s*/y;
const closing = /\s*\)?\s*\]?/y;

/** `name(key="value", other=3)`: one call as Python writes it, its arguments by their names, or all of them as one dictionary. */
export const pythonCall: Grammar = ({ text }, at) => {
	const found = matchAt(opening, text, at);
	const name = found?.[1];
	if (!found || name === undefined) return undefined;
	const read = readKeywords(text, at + found[0].length) ?? readOnly(text, at + found[0].length);
	if (!read) return undefined;
	const end = matchAt(closing, text, read.next);
	return { calls: [{ name, arguments: read.value }], next: read.next + (end?.[0].length ?? 0) };
};

function readKeywords(text: string, from: number): Literal | undefined {
	const entries: (readonly [string, unknown])[] = [];
	for (let at = from; entries.length <= mostArguments; ) {
		if (text[at] === ')') return { value: Object.fromEntries(entries), next: at + 1 };
		const key = matchAt(keyword, text, at);
		const value = key && readLiteral(text, at + key[0].length);
		if (!value || key?.[1] === undefined) return undefined;
		entries.push([key[1], value.value]);
		at = skipBlank(text, value.next);
		if (text[at] === ',') at = skipBlank(text, at + 1);
		else if (text[at] !== ')') return undefined;
	}
	return undefined;
}

function readOnly(text: string, at: number): Literal | undefined {
	const only = text[at] === '{' ? readLiteral(text, at) : undefined;
	const end = only && skipBlank(text, only.next);
	return only && isRecord(only.value) && end !== undefined && text[end] === ')'
		? { value: only.value, next: end + 1 }
		: undefined;
}

/** `call:name{key:<escape>value<escape>}`: Gemma's own, with two ways to quote. */
export const gemmaCall: Grammar = ({ text }, at) => {
	const found = matchAt(/call:\s*([\w.:/-]{1,256}?)\s*(?=\{)/y, text, at);
	const read = found && readLiteral(text, at + found[0].length);
	return read && found?.[1] !== undefined
		? { calls: [{ name: found[1], arguments: read.value }], next: read.next }
		: undefined;
};
