import { isDeeperThan } from '../../../base/is-deeper-than.ts';
import { isRecord, type JsonRecord } from '../../model/text/json-text.ts';
import { type Fault, inside } from './fault.ts';
import { unknownKeyword } from './unknown-keyword.ts';

/** Levels and characters that a schema may have: what fits into a prompt and can still be read by people. */
const mostLevels = 6;
const mostCharacters = 8_000;
/** Values of one `enum`, alternatives of one `anyOf`. */
const mostChoices = 100;
const mostAlternatives = 8;

/**
 * Why a JSON Schema may not be that of a tool's input or output, in one sentence; undefined when it may. Schemas come from a
 * model, and the host runs them on every call: only keywords are let through whose cost is bounded by schema and value. Pure, never throws.
 */
export function checkSchema(schema: unknown, what: string): string | undefined {
	const [first] = schemaFaults(schema, what);
	return first && `The schema has a fault at ${first.at}: it ${first.says}`;
}

/** All that is wrong with a schema, each with its path below `what` and how to mend it. Pure, never throws. */
export function schemaFaults(schema: unknown, what: string): readonly Fault[] {
	const faults = [...rootFaults(schema, what), ...nodeFaults(schema, { path: what, level: 1 })];
	if (faults.length > 0) return faults;
	const size = JSON.stringify(schema).length;
	const says = `has ${size} characters, and may have ${mostCharacters}: shorten descriptions, or order a smaller tool`;
	return size > mostCharacters ? [{ at: what, says }] : [];
}

function rootFaults(schema: unknown, at: string): readonly Fault[] {
	if (!isRecord(schema)) return [];
	if (schema['type'] !== 'object')
		return [{ at, says: 'must have "type": "object" at the top: put its alternatives into one field' }];
	const { properties, additionalProperties: rest } = schema;
	const isMap = isRecord(rest) && (!isRecord(properties) || Object.keys(properties).length === 0);
	return isMap ? [{ at, says: 'is a map of free keys: put it into one field, such as "values"' }] : [];
}

interface Position {
	readonly path: string;
	readonly level: number;
}

function nodeFaults(node: unknown, { path, level }: Position): readonly Fault[] {
	const at = path.length > 120 ? `${path.slice(0, 120)}…` : path;
	if (level > mostLevels)
		return [
			{
				at,
				says: `is nested deeper than ${mostLevels} levels: make one field of what lies below, or order a simpler result`,
			},
		];
	if (!isRecord(node)) return [{ at, says: 'must be a schema, such as {"type": "string"}' }];
	const own = [...keywordFaults(node), ...kindFaults(node), ...objectFaults(node), ...listFaults(node)];
	return [
		...own.map((says) => ({ at, says })),
		...childrenOf(node).flatMap(({ step, node: child }) =>
			nodeFaults(child, { path: `${path}${step}`, level: level + 1 }),
		),
	];
}

interface Child {
	/** The end of its path. */
	readonly step: string;
	readonly node: unknown;
}

function childrenOf(node: JsonRecord): readonly Child[] {
	const { properties, items, anyOf, additionalProperties: rest } = node;
	return [
		...(isRecord(properties)
			? Object.entries(properties).map(([name, child]) => ({ step: inside('.properties', name), node: child }))
			: []),
		...(items === undefined ? [] : [{ step: '.items', node: items }]),
		...(isRecord(rest) ? [{ step: '.additionalProperties', node: rest }] : []),
		...(Array.isArray(anyOf) ? anyOf.map((child, index) => ({ step: `.anyOf[${index}]`, node: child })) : []),
	];
}

type Kind = 'any' | 'shallow' | 'count' | 'flag' | 'number' | 'text';
const keywords: Readonly<Record<string, Kind>> = {
	type: 'any',
	properties: 'any',
	required: 'any',
	items: 'any',
	enum: 'any',
	const: 'any',
	anyOf: 'any',
	additionalProperties: 'any',
	default: 'shallow',
	description: 'text',
	title: 'text',
	minimum: 'number',
	maximum: 'number',
	exclusiveMinimum: 'number',
	exclusiveMaximum: 'number',
	minLength: 'count',
	maxLength: 'count',
	minItems: 'count',
	maxItems: 'count',
	uniqueItems: 'flag',
};

function keywordFaults(node: JsonRecord): readonly string[] {
	return Object.entries(node).flatMap(([name, value]) => {
		const kind = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
		if (kind === undefined) return [unknownKeyword(name)];
		return isOfKind(value, kind) ? [] : [`must have ${forms[kind]} in "${name}"`];
	});
}

/** A keyword's kind in words. */
const forms: Readonly<Record<Kind, string>> = {
	any: 'a value',
	shallow: 'a value of few levels',
	count: 'a whole number that is not negative',
	flag: 'true or false',
	number: 'a number',
	text: 'a text',
};

function isOfKind(value: unknown, kind: Kind): boolean {
	switch (kind) {
		case 'any':
			return true;
		case 'shallow':
			return !isDeeperThan(value, mostLevels);
		case 'count':
			return Number.isSafeInteger(value) && Number(value) >= 0;
		case 'flag':
			return typeof value === 'boolean';
		case 'number':
			return Number.isFinite(value);
		case 'text':
			return typeof value === 'string';
	}
}

const scalarTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null'];
const allTypes: readonly unknown[] = [...scalarTypes, 'array', 'object'];

function typesOf({ type }: JsonRecord): readonly unknown[] {
	return Array.isArray(type) ? type : [type];
}

/** Each node says what it is, by `type`, `enum`, `const` or `anyOf`. */
function kindFaults(node: JsonRecord): readonly string[] {
	const { type, enum: choices, anyOf } = node;
	const isSaid = type !== undefined || choices !== undefined || 'const' in node || anyOf !== undefined;
	return [
		...(isSaid ? [] : [`says no "type": one of ${allTypes.join(', ')}`]),
		...(type === undefined || isTypes(typesOf(node))
			? []
			: [`has an unknown "type": it is one of ${allTypes.join(', ')}`]),
		...(choices === undefined || isChoice(choices)
			? []
			: [`needs 1 to ${mostChoices} texts, numbers or truth values in "enum"`]),
		...('const' in node && !isPlain(node['const']) ? ['needs a text, a number or a truth value in "const"'] : []),
		...(anyOf === undefined || isListOf(anyOf, 1, mostAlternatives)
			? []
			: [`needs 1 to ${mostAlternatives} schemas in "anyOf"`]),
	];
}

function isTypes(names: readonly unknown[]): boolean {
	return isListOf(names, 1, allTypes.length) && names.every((name) => allTypes.includes(name));
}

function isListOf(value: unknown, least: number, most: number): value is readonly unknown[] {
	return Array.isArray(value) && value.length >= least && value.length <= most;
}

function isChoice(value: unknown): boolean {
	return isListOf(value, 1, mostChoices) && value.every(isPlain);
}

function isPlain(value: unknown): boolean {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** An object names its fields and takes no other, or (never at the top) it is a map: free keys, values of one schema. */
function objectFaults(node: JsonRecord): readonly string[] {
	const { properties, required, additionalProperties: rest } = node;
	if (!typesOf(node).includes('object')) {
		const stray = ['properties', 'required', 'additionalProperties'].filter((name) => name in node);
		return stray.length === 0 ? [] : [`has "${stray[0]}" and must have "type": "object" then`];
	}
	if (properties !== undefined && !isRecord(properties))
		return ['needs an object of names and schemas in "properties"'];
	const names = Object.keys(properties ?? {});
	const isNamed = names.every(isFieldName);
	return [
		...(isNamed
			? []
			: ['has a field whose name is empty, longer than 64 characters or reserved: give it another name']),
		...restFaults(rest, names),
		...requiredFaults(required, names),
	];
}

function restFaults(rest: unknown, names: readonly string[]): readonly string[] {
	if (isRecord(rest))
		return names.length > 0 ? ['names fields and takes others, too: put the free keys into a field of their own'] : [];
	if (rest === false) return [];
	return names.length > 0
		? ['must have "additionalProperties": false']
		: [
				'names no fields: name them in "properties", or say what the values of its free keys are, such as "additionalProperties": {"type": "number"}',
			];
}

function requiredFaults(required: unknown, names: readonly string[]): readonly string[] {
	if (required === undefined) return [];
	if (!Array.isArray(required)) return ['needs a list of field names in "required"'];
	const known = new Set<unknown>(names);
	const unknown = required.filter((name) => !known.has(name)).map((name) => JSON.stringify(String(name).slice(0, 40)));
	if (unknown.length === 0) return [];
	return [
		`requires ${unknown.slice(0, 4).join(', ')}, which is not in "properties": add it there, or do not require it`,
	];
}

function isFieldName(name: string): boolean {
	return /^[^\p{Cc}]{1,64}$/u.test(name) && name !== '__proto__';
}

/** Only lists of plain values may be unique: comparing each with each costs the square. */
function listFaults(node: JsonRecord): readonly string[] {
	const { items, uniqueItems } = node;
	if (!typesOf(node).includes('array'))
		return 'items' in node ? ['has "items" and must have "type": "array" then'] : [];
	if (items === undefined) return ['needs "items": the schema of what is in the list'];
	const isPlainList = isRecord(items) && typesOf(items).every((name) => scalarTypes.includes(name));
	return uniqueItems === true && !isPlainList
		? ['may use "uniqueItems" only where items are plain values: leave it out']
		: [];
}
