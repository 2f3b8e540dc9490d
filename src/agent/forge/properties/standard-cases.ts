import { isRecord, type JsonRecord } from '../../model/text/json-text.ts';
import { keyOf, type ToolCase } from '../draft/cases.ts';
import { createValidator } from '../spec/json-schema.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specCases } from '../spec/spec-cases.ts';
import { drawFrom } from './draw.ts';
import { wordsIn } from './input-words.ts';
import { makeInput } from './made-input.ts';
import type { Property } from './property.ts';

/** Items of the larger input, characters that an input of ours may have, and seeds on which properties are tried. */
const manyItems = 40;
const longest = 4_000;
const seeds = [1, 2, 3, 4] as const;

/** Files that a run brings beside its input. */
type Surroundings = Pick<ToolCase, 'files' | 'made'>;

/**
 * Inputs that each tool is tried with, made of its order: nothing, one, and many of what it takes. What is to come of them nobody says; a result
 * must fit the schema, and a refusal be one. The largest stands last: a tool that takes long over it may be right all the same.
 */
export async function standardCases(spec: ForgeSpec): Promise<readonly ToolCase[]> {
	const [first] = specCases(spec);
	if (!first) return [];
	const { input } = first;
	const surroundings = surroundingsOf(first);
	const made: readonly ToolCase[] = [
		standard('Nothing', emptied(input, hasPaths(spec)), surroundings),
		standard('One of each', cut(input), surroundings),
		{
			...standard('Many', { ...input, ...manyOf(input, spec) }, surroundings),
			files: grown(surroundings.files),
			expect: { kind: 'sound', large: true },
		},
	];
	return fitting(made, spec);
}

/** Small inputs made of the schema, on which a property is tried. */
export async function propertyCases(
	{ property, samples }: { readonly property: Property; readonly samples: number },
	spec: ForgeSpec,
	name: string,
): Promise<readonly ToolCase[]> {
	const examples = specCases(spec).filter(({ from }) => from === 'example');
	const made = seeds.flatMap((seed): readonly ToolCase[] => {
		const like = examples[seed % examples.length];
		if (!like) return [];
		const input = makeInput(spec.input, { draw: drawFrom(seed), ...vocabularyOf(spec, like), items: seed });
		return [{ name, from: 'coder', samples, input, ...surroundingsOf(like), expect: { kind: 'property', property } }];
	});
	return fitting(made, spec);
}

function standard(name: string, input: JsonRecord, surroundings: Surroundings): ToolCase {
	return { name, from: 'standard', input: { ...input }, ...surroundings, expect: { kind: 'sound' } };
}

function surroundingsOf({ files, made }: ToolCase): Surroundings {
	return { files, ...(made && { made }) };
}

/** A tool that reads files finds those of one example alone, and what its words say of them. */
function vocabularyOf({ examples }: ForgeSpec, { input, files, made = {} }: ToolCase) {
	const hasFiles = Object.keys({ ...files, ...made }).length > 0;
	return { words: wordsIn(hasFiles ? [input] : examples.map((one) => one.input)), isFree: !hasFiles };
}

/** Those that the host would let through, that are short, and of which the order says nothing. */
async function fitting(cases: readonly ToolCase[], spec: ForgeSpec): Promise<readonly ToolCase[]> {
	const checkInput = await createValidator(spec.input);
	const known = new Set(specCases(spec).map(keyOf));
	return cases.filter((one) => {
		const key = keyOf(one);
		if (known.has(key) || key.length > longest || checkInput(one.input) !== undefined) return false;
		known.add(key);
		return true;
	});
}

/**
 * Long lists of what stands in those of the examples, so that a right tool knows each item; where there are none, long texts. A tool of files gets long
 * files instead: its lists and texts name something in them.
 */
function manyOf(input: JsonRecord, spec: ForgeSpec): JsonRecord {
	if (hasPaths(spec)) return {};
	const fields = Object.entries(input);
	const lists = fields
		.filter(([, value]) => Array.isArray(value))
		.map(([name]) => [name, longList(name, spec)] as const);
	const texts = fields.flatMap(([name, value]) =>
		typeof value === 'string' ? [[name, longText(value)] as const] : [],
	);
	return Object.fromEntries(lists.length > 0 ? lists : texts);
}

function longList(name: string, { examples }: ForgeSpec): readonly unknown[] {
	const items = examples.flatMap(({ input }) => (Array.isArray(input[name]) ? input[name] : []));
	return items.length === 0 ? [] : Array.from({ length: manyItems }, (_, at) => items[at % items.length]);
}

function longText(text: string): string {
	return Array.from({ length: manyItems }, () => text).join(' ');
}

/** Whether a text may name a file: an empty name is none, and is in nobody's order. */
function hasPaths({ capabilities, examples }: ForgeSpec): boolean {
	return (
		capabilities.includes('files') || examples.some(({ files, writes }) => files !== undefined || writes !== undefined)
	);
}

/** Lists and maps without items; where there are none, texts without characters, unless they may be names. Pure. */
export function emptied(input: JsonRecord, keepsTexts: boolean): JsonRecord {
	const isFilled = (value: unknown) => Array.isArray(value) || isRecord(value);
	const keeps = keepsTexts || Object.values(input).some(isFilled);
	const empty = (value: unknown) =>
		Array.isArray(value) ? [] : isRecord(value) ? {} : typeof value === 'string' && !keeps ? '' : value;
	return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, empty(value)]));
}

/** Each list with its first item alone, at every level: some libraries make one value of a list of one. Pure. */
export function cut(input: JsonRecord): JsonRecord {
	return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, cutValue(value)]));
}

function cutValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.slice(0, 1).map(cutValue);
	return isRecord(value) ? cut(value) : value;
}

const inLines = /\.(?:csv|tsv|txt|log|jsonl)$/i;

/** Files of lines with all lines but the first again and again. */
function grown(files: ToolCase['files']): ToolCase['files'] {
	return Object.fromEntries(
		Object.entries(files).map(([name, text]) => [name, inLines.test(name) ? withMore(text) : text]),
	);
}

function withMore(text: string): string {
	const [head = '', ...lines] = text.split('\n').filter((line) => line !== '');
	const rest = `${lines.join('\n')}\n`;
	const times = lines.length === 0 ? 0 : Math.min(manyItems, Math.floor(longest / 2 / rest.length));
	return times < 2 ? text : `${head}\n${rest.repeat(times)}`;
}
