import { foldName } from '../../../base/text/offered-name.ts';
import { isRecord, type JsonRecord } from '../../model/text/json-text.ts';
import { createMender } from '../../model/text/mend-json.ts';
import { type ReadCase, readCases } from '../order/cases.ts';
import { isNothing, type Notes, readText } from '../order/notes.ts';
import { readPurpose } from '../order/small-fields.ts';

/** A call of `repair_tool` as it is meant, as far as it can be read without the tool. */
export interface ReadRepair {
	/** As it was named: `category/name`, or the name alone. */
	readonly tool: string | undefined;
	readonly change: string | undefined;
	readonly examples: readonly ReadCase[];
	readonly rejects: readonly ReadCase[];
	readonly notes: Notes;
}

/** The fields by the names that others have for them, without case and signs. */
const aliases: Readonly<Record<string, string>> = {
	tool: 'tool name toolname toolid id target repairs repair function forgedtool path',
	category: 'category group namespace',
	change:
		'change changes changed description desc instruction instructions request task fix problem bug issue purpose goal what why words newbehavior newbehaviour modification',
	examples: 'examples example tests test testcases cases samples newexamples expected',
	rejects: 'rejects reject negatives invalid errors mustrefuse negativeexamples badinputs',
};
const byFold = new Map(
	Object.entries(aliases).flatMap(([field, names]) => names.split(' ').map((name) => [name, field] as const)),
);

const wrappers = [
	'arguments',
	'args',
	'parameters',
	'params',
	'kwargs',
	'input',
	'repair_tool',
	'repair',
	'function',
	'request',
	'data',
];

/** Reads whatever a model has sent. Never rejects, and is linear in it. */
export function readRepair(given: unknown): ReadRepair {
	const notes: Notes = { taken: new Set(), faults: [], mender: createMender() };
	const fields = fieldsOf(unwrapped(given, notes), notes);
	return {
		tool: withCategory(textOf(fields['tool']), textOf(fields['category'])),
		change: readPurpose(fields['change']),
		examples: readCases(fields['examples'], 'examples', notes),
		rejects: readCases(fields['rejects'], 'rejects', notes),
		notes,
	};
}

const deepest = 4;

/** The call itself, out of the text or the call of a function that it came in. */
function unwrapped(given: unknown, notes: Notes, depth = 0): JsonRecord {
	const value = readText(given, notes);
	const [only, other] = Array.isArray(value) ? value : [value];
	if (other !== undefined || !isRecord(only)) return {};
	const named = Object.keys(only).map((key) => byFold.get(foldName(key)));
	if (depth >= deepest || (named.includes('tool') && named.includes('change') && only['name'] !== 'repair_tool'))
		return only;
	const wrapper = wrappers.find((key) => isRecord(readText(only[key], notes)));
	return wrapper === undefined ? only : unwrapped(only[wrapper], notes, depth + 1);
}

/** Each field under its own name; of two names for one field the field's own, else the first. */
function fieldsOf(call: JsonRecord, notes: Notes): JsonRecord {
	const said = Object.entries(call).flatMap(([key, value]) =>
		isNothing(value) ? [] : [{ key, value, field: byFold.get(foldName(key)) }],
	);
	const taken = [...Map.groupBy(said, ({ field }) => field)].flatMap(([field, all]) =>
		field === undefined ? [] : (all.find(({ key }) => key === field) ?? all.slice(0, 1)),
	);
	for (const { key, field } of taken) if (key !== field) notes.taken.add(`${key.slice(0, 40)} as ${field}`);
	const left = said.filter((one) => !taken.includes(one)).map(({ key }) => key.slice(0, 40));
	if (left.length > 0) notes.taken.add(`no field, as the tool has it already: ${left.slice(0, 6).join(', ')}`);
	return Object.fromEntries(taken.flatMap(({ field, value }) => (field === undefined ? [] : [[field, value]])));
}

function withCategory(tool: string | undefined, category: string | undefined): string | undefined {
	return tool === undefined || category === undefined || tool.includes('/') ? tool : `${category}/${tool}`;
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
