import { deepest as deepestText, isDeeperThan } from '../is-deeper-than.ts';
import { foldName } from '../text/offered-name.ts';
import { type Fitted, fitScalar, parseJson } from './fit-scalar.ts';
import { branchesOf, isRecord, kindOf, type Schema, typesOf } from './schema-types.ts';

/** A value made to fit, and the places in it that were left out because the schema knows nothing of them. */
export interface FittedValue {
	readonly value: unknown;
	readonly dropped: readonly string[];
}

/** Deeper schemas are left as they are: one may hold itself. */
const deepest = 32;

/**
 * The value that a model meant by one that does not fit its JSON Schema, wherever there is only one reading of it: `"30"` is a number, `null` the
 * absence of what is optional, one thing a list of one, text an object that is written in it; keys that nobody knows are left out. Where there
 * are two readings the value stays as it is, for whoever checks it to refuse it. Give it values that were checked and refused. Pure, linear.
 */
export function fitToSchema(schema: Schema, value: unknown): FittedValue {
	const dropped: string[] = [];
	const fitted = fitValue(unwrapped(value, schema), { schema, root: schema, place: '', depth: 0, dropped });
	return { value: fitted ? fitted.value : value, dropped: [...new Set(dropped)] };
}

const wrappers = new Set(['arguments', 'parameters', 'args', 'kwargs', 'input', 'params']);

/** The object inside of one that holds nothing else, as it is or as text, under a name that calls have for all of their arguments. */
function unwrapped(value: unknown, { properties }: Schema): unknown {
	const [entry, other] = isRecord(value) ? Object.entries(value) : [];
	if (entry === undefined || other !== undefined || !isRecord(properties)) return value;
	const [key, inner] = entry;
	if (!wrappers.has(key) || Object.hasOwn(properties, key)) return value;
	const object = typeof inner === 'string' && inner.trimStart().startsWith('{') ? parseJson(inner)?.value : inner;
	return isRecord(object) && !isDeeperThan(object, deepestText) ? object : value;
}

interface Place {
	readonly schema: Schema;
	readonly root: Schema;
	readonly place: string;
	readonly depth: number;
	readonly dropped: string[];
}

/** The value that was meant, or undefined where there is none, or more than one. */
function fitValue(value: unknown, at: Place): Fitted | undefined {
	if (at.depth > deepest) return undefined;
	const branches = branchesOf(at.schema, at.root);
	const types = new Set(branches.flatMap(typesOf));
	if (types.size === 0) return undefined;
	const kind = kindOf(value);
	if (!types.has(kind) && !(kind === 'integer' && types.has('number'))) return fitOther(value, at, branches, types);
	const same = branches.filter((branch) => typesOf(branch).includes(kind));
	const [only, other] = same;
	return only && !other ? fitInside(value, { ...at, schema: only }) : undefined;
}

function fitInside(value: unknown, at: Place): Fitted | undefined {
	if (isRecord(value)) return { value: fitRecord(value, at) };
	if (Array.isArray(value)) return { value: fitList(value, at) };
	return typeof value === 'string' ? fitScalar(value, [at.schema], new Set(['string'])) : undefined;
}

/** A value of another kind than any that is asked for. */
function fitOther(
	value: unknown,
	at: Place,
	branches: readonly Schema[],
	types: ReadonlySet<string>,
): Fitted | undefined {
	const scalar = fitScalar(value, branches, types);
	// It may as well be meant as a list of one.
	if (scalar && types.has('array') && !isNested(scalar.value)) return undefined;
	if (scalar) return within(scalar.value, at);
	if (Array.isArray(value)) return value.length === 1 ? fitAsOne(value[0], at, types) : undefined;
	const [list, other] = branches.filter((branch) => typesOf(branch).includes('array'));
	if (!list || other || types.size > 1 || value === null || looksLikeSeveral(value)) return undefined;
	return { value: fitList([value], { ...at, schema: list }) };
}

/** A text may hold what has to be made to fit itself. */
function within(value: unknown, at: Place): Fitted {
	if (!isNested(value)) return { value };
	return fitValue(value, { ...at, depth: at.depth + 1 }) ?? { value };
}

function isNested(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}

function fitAsOne(item: unknown, at: Place, types: ReadonlySet<string>): Fitted | undefined {
	if (types.has(kindOf(item))) return { value: item };
	return Array.isArray(item) ? undefined : fitScalar(item, [at.schema], types);
}

/** `a, b` may be one thing or two, and what begins like a list may be a broken one. */
function looksLikeSeveral(value: unknown): boolean {
	return typeof value === 'string' && (/[,;\n]/.test(value) || /^\s*[[{]/.test(value) || value.trim() === '');
}

function fitList(list: readonly unknown[], at: Place): unknown[] {
	const { items } = at.schema;
	if (!isRecord(items)) return [...list];
	return list.map((item, index) => {
		const fitted = fitValue(item, { ...at, schema: items, place: `${at.place}[${index}]`, depth: at.depth + 1 });
		return fitted ? fitted.value : item;
	});
}

function fitRecord(record: Schema, at: Place): Schema {
	const { properties, additionalProperties } = at.schema;
	const known = isRecord(properties) ? properties : {};
	const required = new Set(Array.isArray(at.schema['required']) ? at.schema['required'] : []);
	const rest = isRecord(additionalProperties) ? additionalProperties : undefined;
	const nameOf = namesOf(record, known);
	const entries = Object.entries(record).flatMap(([key, item]) => {
		const name = nameOf(key);
		const schema = Object.hasOwn(known, name) ? known[name] : rest;
		const place = at.place === '' ? name : `${at.place}.${name}`;
		if (schema === undefined && additionalProperties === false) return drop(place, at);
		if (!isRecord(schema)) return [[name, item] as const];
		const kept = fitProperty(item, { ...at, schema, place, depth: at.depth + 1 }, required.has(name));
		return kept ? [[name, kept.value] as const] : [];
	});
	return Object.fromEntries(entries);
}

function drop(place: string, at: Place): [] {
	at.dropped.push(place);
	return [];
}

/** Nothing where an optional value is null, or another word for nothing that it cannot be: many models write each key that they know. */
function fitProperty(item: unknown, at: Place, required: boolean): Fitted | undefined {
	const branches = branchesOf(at.schema, at.root);
	const types = new Set(branches.flatMap(typesOf));
	const isAbsent = !required && types.size > 0 && !types.has('null') && isNothing(item, branches, types);
	return isAbsent ? undefined : (fitValue(item, at) ?? { value: item });
}

function isNothing(item: unknown, branches: readonly Schema[], types: ReadonlySet<string>): boolean {
	if (item === null) return true;
	if (item === false) return !types.has('boolean') && !types.has('string');
	if (typeof item !== 'string') return false;
	return types.has('string') ? item === '' && branches.every(isNeverBlank) : /^(?:null|none)?$/i.test(item.trim());
}

function isNeverBlank({ minLength, enum: all }: Schema): boolean {
	return (typeof minLength === 'number' && minLength > 0) || (Array.isArray(all) && !all.includes(''));
}

/** Says how the schema calls a key: some keys only their spelling keeps from being known (`oldText` for `old_text`). */
function namesOf(record: Schema, known: Schema): (key: string) => string {
	const asked = Map.groupBy(Object.keys(known), foldName);
	const given = Map.groupBy(Object.keys(record), foldName);
	return (key) => {
		const fold = foldName(key);
		const [meant, other] = asked.get(fold) ?? [];
		const isSure = meant !== undefined && other === undefined && given.get(fold)?.length === 1;
		return isSure ? meant : key;
	};
}
