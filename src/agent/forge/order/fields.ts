import { foldName } from '../../../base/text/offered-name.ts';
import { isRecord, type JsonRecord } from '../../model/text/json-text.ts';
import { specSchema } from '../spec/spec.ts';
import { isNothing, type Notes, readText } from './notes.ts';

/** The fields of an order by the names that others have for them, without case and signs; their own come before. */
const aliases: Readonly<Record<string, string>> = {
	name: 'toolname functionname function tool title id',
	category: 'group namespace folder domain area topic',
	purpose: 'description desc summary goal what docstring doc task instructions does',
	input: 'inputschema parameters params args arguments schema inputs parametersschema inputparameters inputjsonschema',
	output:
		'outputschema returns return result results response resultschema returnschema outputs outputjsonschema returntype responseschema',
	examples: 'example tests test testcases cases samples ioexamples inputoutputexamples usageexamples',
	rejects:
		'reject negative negatives invalid invalidinputs invalidexamples errors errorcases counterexamples mustrefuse badinputs negativeexamples negativetests rejected refuses',
	capabilities: 'capability permissions permission needs allow',
	dependencies: 'deps packages package requirements requires libraries library imports pip modules',
	varies: 'nondeterministic random israndom',
	repairs: 'repair fixes fix replaces',
	anyway: 'force',
};

const own = Object.keys(specSchema.shape);
const byFold = new Map([
	...Object.entries(aliases).flatMap(([name, others]) => others.split(' ').map((other) => [other, name] as const)),
	...own.map((name) => [foldName(name), name] as const),
]);

const wrappers = [
	'arguments',
	'parameters',
	'args',
	'kwargs',
	'params',
	'input',
	'order',
	'spec',
	'tool',
	'function',
	'forge_tool',
	'properties',
	'data',
	'request',
];

/** The order itself, out of the text, the list of pairs or the call of a function that it came in. */
export function unwrapped(given: unknown, notes: Notes, depth = 0): JsonRecord {
	const value = readText(given, notes);
	if (Array.isArray(value)) return depth > 4 ? {} : ofPairs(value, notes, depth);
	if (!isRecord(value) || depth > 4) return {};
	const wrapper = isNamed(value) ? undefined : wrappers.find((key) => isOrder(readText(value[key], notes)));
	if (wrapper === undefined) return value;
	notes.taken.add(`what stands in "${wrapper}" as the order`);
	const { [wrapper]: inner, ...others } = value;
	const isCall = others['name'] === 'forge_tool' || others['type'] === 'function';
	const { name: _name, type: _type, ...rest } = others;
	return unwrapped({ ...(isCall ? rest : others), ...unwrapped(inner, notes, depth + 1) }, notes, depth + 1);
}

/** Whether it is an order itself: the fields of its input may be called as those of an order are. */
function isNamed(value: JsonRecord): boolean {
	const said = Object.entries(value).map(([key, inner]) => ({ field: byFold.get(foldName(key)), inner }));
	const name = said.find(({ field, inner }) => field === 'name' && typeof inner === 'string')?.inner;
	return name !== undefined && name !== 'forge_tool' && said.some(({ field }) => field === 'examples');
}

/** Whether it holds fields of an order, and at least two of them: a schema may hold one under `description`. */
function isOrder(value: unknown): boolean {
	if (
		!isRecord(value) ||
		(isRecord(value['properties']) && typeof value['type'] === 'string' && value['type'] !== 'function')
	)
		return false;
	const names = new Set(Object.keys(value).map((key) => byFold.get(foldName(key))));
	const isCall = isRecord(value['function']) || names.has('examples');
	return isCall || (names.has('name') && (names.has('purpose') || names.has('input')));
}

function ofPairs(list: readonly unknown[], notes: Notes, depth: number): JsonRecord {
	const pairs = list.flatMap((one) => (pairOf(one) ? [pairOf(one)] : []));
	if (pairs.length === list.length && pairs.length > 1) {
		notes.taken.add('the list of names and values as an object');
		return unwrapped(Object.fromEntries(pairs.flatMap((pair) => (pair ? [pair] : []))), notes, depth + 1);
	}
	const [only, other] = list;
	return other === undefined ? unwrapped(only, notes, depth + 1) : {};
}

function pairOf(one: unknown): readonly [string, unknown] | undefined {
	if (Array.isArray(one) && one.length === 2 && typeof one[0] === 'string') return [one[0], one[1]];
	if (!isRecord(one)) return undefined;
	const key = one['key'] ?? one['field'] ?? one['name'];
	return typeof key === 'string' && 'value' in one ? [key, one['value']] : undefined;
}

/** The order with each field under its own name; what no field is called is left out, and of two names for one field the second. */
export function withFieldNames(order: JsonRecord, notes: Notes): JsonRecord {
	const said = Object.entries(order).flatMap(([key, value]) =>
		isNothing(value) ? [] : [{ key, value, name: nameOf(key, value) }],
	);
	const named = [...Map.groupBy(said, ({ name }) => name)].flatMap(([name, all]) =>
		name === undefined ? [] : (all.find(({ key }) => key === name) ?? all.slice(0, 1)),
	);
	for (const { key, name } of named) if (name !== key) notes.taken.add(`${key.slice(0, 40)} as ${name}`);
	tellDropped(
		said.filter((one) => !named.includes(one)).map(({ key }) => key),
		notes,
	);
	return withVaries(Object.fromEntries(named.map(({ name, value }) => [name, value])), order);
}

function tellDropped(keys: readonly string[], notes: Notes): void {
	const shown = keys.slice(0, 6).map((key) => key.slice(0, 40));
	if (keys.length > 0) notes.taken.add(`no field: ${shown.join(', ')}${keys.length > 6 ? ', …' : ''}`);
}

function nameOf(key: string, value: unknown): string | undefined {
	const name = byFold.get(foldName(key));
	// A title, an id and the like are names only where they are text.
	return name === 'name' && typeof value !== 'string' ? undefined : name;
}

function withVaries(read: JsonRecord, order: JsonRecord): JsonRecord {
	const { deterministic } = order;
	return typeof deterministic === 'boolean' && !('varies' in read) ? { ...read, varies: !deterministic } : read;
}
