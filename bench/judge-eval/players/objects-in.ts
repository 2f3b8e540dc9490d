import { isRecord, type JsonRecord, parseJson } from '../../../src/agent/model/text/json-text.ts';

/** The JSON objects that stand in a text, outer ones before those in them; none that is cut off. Pure. */
export function objectsIn(text: string): readonly JsonRecord[] {
	const open: number[] = [];
	const spans: { readonly from: number; readonly to: number }[] = [];
	for (const { index, 0: sign } of text.matchAll(token)) {
		if (sign === '{') open.push(index);
		const from = sign === '}' ? open.pop() : undefined;
		if (from !== undefined) spans.push({ from, to: index + 1 });
	}
	const inOrder = spans.toSorted((one, other) => one.from - other.from);
	return inOrder.map(({ from, to }) => parseJson(text.slice(from, to))?.value).filter(isRecord);
}

/** Brackets, and whole strings, in which brackets say nothing. */
const token = /"(?:[^"\\\n]|\\.)*"|[{}]/g;
