import { isDeeperThan } from '../../../base/is-deeper-than.ts';
import { isRecord, type JsonRecord } from '../../model/text/json-text.ts';

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
	const problem = rootProblem(schema) ?? nodeProblem(schema, { path: '', level: 1 });
	if (problem !== undefined) return `The ${what} schema ${problem}`;
	const size = JSON.stringify(schema).length;
	return size > mostCharacters ? `The ${what} schema has ${size} characters; at most ${mostCharacters}` : undefined;
}

function rootProblem(schema: unknown): string | undefined {
	if (!isRecord(schema) || schema['type'] !== 'object') return 'must have "type": "object" at the top';
	return schema['additionalProperties'] === false ? undefined : 'must have "additionalProperties": false at the top';
}

interface Position {
	readonly path: string;
	readonly level: number;
}

function nodeProblem(node: unknown, position: Position): string | undefined {
	const at = position.path === '' ? 'at the top' : `at "${position.path.slice(0, 80)}"`;
	if (position.level > mostLevels) return `is nested deeper than ${mostLevels} levels ${at}`;
	if (!isRecord(node)) return `must have an object ${at}`;
	const problem = keywordProblem(node) ?? kindProblem(node) ?? objectProblem(node) ?? listProblem(node);
	if (problem !== undefined) return `${problem} ${at}`;
	return firstProblem(childrenOf(node), (child) =>
		nodeProblem(child.node, { path: join(position.path, child.name), level: position.level + 1 }),
	);
}

function join(path: string, name: string): string {
	return path === '' ? name : `${path}.${name}`;
}

function firstProblem<T>(items: Iterable<T>, problemOf: (item: T) => string | undefined): string | undefined {
	for (const item of items) {
		const problem = problemOf(item);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

interface Child {
	readonly name: string;
	readonly node: unknown;
}

function childrenOf(node: JsonRecord): readonly Child[] {
	const { properties, items, anyOf, additionalProperties: rest } = node;
	return [
		...(isRecord(properties) ? Object.entries(properties).map(([name, child]) => ({ name, node: child })) : []),
		...(items === undefined ? [] : [{ name: '[]', node: items }]),
		...(isRecord(rest) ? [{ name: '*', node: rest }] : []),
		...(Array.isArray(anyOf) ? anyOf.map((child, index) => ({ name: `anyOf[${index}]`, node: child })) : []),
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

/** Why the likeliest of the others are refused. */
const reasons: Readonly<Record<string, string>> = {
	pattern: 'regular expressions are not run on the host: describe the form in words, and have run() check it',
	patternProperties: 'regular expressions are not run on the host: use "properties"',
	format: 'formats are not checked: describe the form in words, and have run() check it',
	$ref: 'schemas are written out, without references',
	$defs: 'schemas are written out, without references',
	oneOf: 'use "anyOf"',
	allOf: 'write one object out',
};

function keywordProblem(node: JsonRecord): string | undefined {
	return firstProblem(Object.entries(node), ([name, value]) => {
		const kind = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
		if (kind === undefined) return unknownKeyword(name);
		return isOfKind(value, kind) ? undefined : `has a wrong value for "${name}"`;
	});
}

function unknownKeyword(name: string): string {
	const reason = Object.hasOwn(reasons, name) ? reasons[name] : undefined;
	return `may not use "${name.slice(0, 40)}"${reason === undefined ? '' : ` (${reason})`}`;
}

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
function kindProblem(node: JsonRecord): string | undefined {
	const { type, enum: choices, anyOf } = node;
	if (type !== undefined && !isTypes(typesOf(node))) return 'has an unknown "type"';
	if (choices !== undefined && !isChoice(choices)) return `needs 1 to ${mostChoices} plain values in "enum"`;
	if ('const' in node && !isPlain(node['const'])) return 'needs a plain value in "const"';
	if (anyOf !== undefined && !isListOf(anyOf, 1, mostAlternatives))
		return `needs 1 to ${mostAlternatives} schemas in "anyOf"`;
	const says = type !== undefined || choices !== undefined || 'const' in node || anyOf !== undefined;
	return says ? undefined : 'says no "type"';
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
function objectProblem(node: JsonRecord): string | undefined {
	const { properties, required, additionalProperties: rest } = node;
	const isObject = typesOf(node).includes('object');
	if (!isObject) {
		const stray = ['properties', 'required', 'additionalProperties'].find((name) => name in node);
		return stray === undefined ? undefined : `has "${stray}" without "type": "object"`;
	}
	if (properties !== undefined && !isRecord(properties)) return 'needs an object in "properties"';
	const names = Object.keys(properties ?? {});
	if (!names.every(isFieldName)) return 'has a field whose name is empty, longer than 64 characters or reserved';
	if (isRecord(rest) && names.length > 0) return 'has named fields and must have "additionalProperties": false';
	if (rest !== false && !isRecord(rest)) return 'must have "additionalProperties": false';
	return requiredProblem(required, names);
}

function requiredProblem(required: unknown, names: readonly string[]): string | undefined {
	if (required === undefined) return undefined;
	if (!Array.isArray(required)) return 'needs a list in "required"';
	const unknown = required.find((name) => !names.includes(name));
	return unknown === undefined ? undefined : `requires "${String(unknown).slice(0, 40)}", which is not in "properties"`;
}

function isFieldName(name: string): boolean {
	return /^[^\p{Cc}]{1,64}$/u.test(name) && name !== '__proto__';
}

/** Only lists of plain values may be unique: comparing each with each costs the square. */
function listProblem(node: JsonRecord): string | undefined {
	const { items, uniqueItems } = node;
	if (!typesOf(node).includes('array')) return 'items' in node ? 'has "items" without "type": "array"' : undefined;
	if (items === undefined) return 'needs "items"';
	const isPlainList = isRecord(items) && typesOf(items).every((name) => scalarTypes.includes(name));
	return uniqueItems === true && !isPlainList ? 'may use "uniqueItems" only where items are plain values' : undefined;
}
