import { foldName } from '../../../base/text/offered-name.ts';
import { isRecord, type JsonRecord, parseJson } from '../../model/text/json-text.ts';
import { isNothing, type Notes, readText } from './notes.ts';

/** An example or a reject as it is meant; what it holds is not looked into yet. */
export interface ReadCase {
	readonly input: unknown;
	readonly output: unknown;
	readonly files: unknown;
	readonly writes: unknown;
	readonly says: unknown;
	/** All else, in an object that names no input. */
	readonly flat: JsonRecord;
}

const words: Readonly<Record<string, string>> = {
	input: 'input in inputs given args arguments params parameters request when call kwargs inputdata',
	output:
		'output out outputs expected expectedoutput expect result results returns return response then want answer outputdata expectedresult',
	files: 'files file fixtures inputfiles',
	writes: 'writes written outputfiles expectedfiles filesout creates',
	says: 'says error raises throws expectederror exception errormessage message reason errorcontains why',
	'': 'name title description comment note id explanation label case',
};
const byFold = new Map(
	Object.entries(words).flatMap(([key, names]) => names.split(' ').map((name) => [name, key] as const)),
);

/** More are read by nobody. */
const mostRead = 50;

/** The examples, or rejects, of a list, of an object of them, of text, of pairs. */
export function readCases(given: unknown, field: 'examples' | 'rejects', notes: Notes): readonly ReadCase[] {
	const value = readText(given, notes);
	if (isNothing(value)) return [];
	return listOf(value, field, notes)
		.slice(0, mostRead)
		.map((one) => caseOf(one, field, notes));
}

function listOf(value: unknown, field: string, notes: Notes): readonly unknown[] {
	if (Array.isArray(value)) return field === 'examples' && isPair(value) ? [value] : value;
	if (!isRecord(value)) return [value];
	const isOne =
		Object.keys(value).some((key) => byFold.get(foldName(key)) === 'input') || !Object.values(value).every(isRecord);
	notes.taken.add(`${field} as a list`);
	return isOne ? [value] : Object.values(value);
}

/** Two things of one kind are two examples. */
function isPair(list: readonly unknown[]): boolean {
	return list.length === 2 && kindOf(list[0]) !== kindOf(list[1]);
}

function kindOf(value: unknown): string {
	return Array.isArray(value) ? 'list' : typeof value;
}

const none: ReadCase = {
	input: undefined,
	output: undefined,
	files: undefined,
	writes: undefined,
	says: undefined,
	flat: {},
};

function caseOf(given: unknown, field: string, notes: Notes): ReadCase {
	const value = readText(given, notes);
	if (Array.isArray(value) && value.length === 2 && field === 'examples') {
		notes.taken.add('each pair of examples as input and output');
		return { ...none, input: readText(value[0], notes), output: readText(value[1], notes) };
	}
	if (typeof value === 'string') return ofArrow(value) ?? { ...none, input: value };
	return isRecord(value) ? ofRecord(value, field, notes) : { ...none, input: value };
}

/** `{"a": 1} -> {"b": 2}` */
function ofArrow(text: string): ReadCase | undefined {
	const [input, output, ...more] = text.split(/->|=>|→/).map((part) => parseJson(part.trim()));
	return input && output && more.length === 0 ? { ...none, input: input.value, output: output.value } : undefined;
}

function ofRecord(record: JsonRecord, field: string, notes: Notes): ReadCase {
	const found: Record<string, unknown> = {};
	const rest: (readonly [string, unknown])[] = [];
	for (const [key, value] of Object.entries(record)) {
		const name = byFold.get(foldName(key));
		if (name === undefined || name in found) rest.push([key, value]);
		else if (name !== '' && !isNothing(value)) found[name] = readText(value, notes);
		if (name !== undefined && name !== '' && name !== key && found[name] !== undefined)
			notes.taken.add(`${field}[].${key.slice(0, 40)} as ${name}`);
	}
	const flat = Object.fromEntries(rest);
	if (!('input' in found)) return { ...none, ...found, flat: withUnnamed(record, flat, found) };
	const left = Object.keys(flat);
	if (left.length > 0) notes.taken.add(`no field of ${field}: ${left.slice(0, 4).join(', ').slice(0, 80)}`);
	return { ...none, ...found, flat: {} };
}

/** Without a result an object is the input itself, and none of its keys says anything else. */
function withUnnamed(record: JsonRecord, flat: JsonRecord, found: JsonRecord): JsonRecord {
	return 'output' in found || 'says' in found || 'files' in found ? flat : record;
}
