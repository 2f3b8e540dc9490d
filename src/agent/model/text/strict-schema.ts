import { z } from 'zod';
import { isRecord, type JsonRecord } from './json-text.ts';

/** A schema as it is sent, and how to read what comes back. */
export interface AnswerSchema {
	readonly schema: JsonRecord;
	/** False where the schema says what strict mode cannot express (free keys, any value, tuples). */
	readonly strict: boolean;
	/** The root was no object, so the value stands in the field `value`. */
	readonly wrapped: boolean;
}

/**
 * The JSON Schema of a zod schema by the rules of strict mode: `additionalProperties` is false and every key required
 * at each level, optional is nullable, `anyOf` the only combination, the root an object. Limits that servers refuse or
 * ignore move into the description: zod checks them afterwards.
 */
export function toAnswerSchema(schema: z.ZodType): AnswerSchema {
	const full = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
	const { $schema: _, ...plain } = full as JsonRecord;
	const wrapped = plain['type'] !== 'object';
	const root = wrapped ? wrap(plain) : plain;
	const report = { strict: true };
	const strict = strictNode(root, report);
	return report.strict ? { schema: strict, strict: true, wrapped } : { schema: root, strict: false, wrapped };
}

function wrap({ $defs, ...value }: JsonRecord): JsonRecord {
	return { type: 'object', properties: { value }, required: ['value'], ...($defs === undefined ? {} : { $defs }) };
}

interface Report {
	strict: boolean;
}

function strictNode(node: unknown, report: Report): JsonRecord {
	if (!isRecord(node)) return give({}, report);
	const choices = node['anyOf'] ?? node['oneOf'];
	if (Array.isArray(choices)) {
		return { ...describe(node), anyOf: choices.map((choice) => strictNode(choice, report)), ...defsOf(node, report) };
	}
	if (typeof node['$ref'] === 'string') return { $ref: node['$ref'] };
	if (node['type'] === 'object') return strictObject(node, report);
	if (node['type'] === 'array') return strictArray(node, report);
	return strictLeaf(node, report);
}

function give(node: JsonRecord, report: Report): JsonRecord {
	report.strict = false;
	return node;
}

function strictObject(node: JsonRecord, report: Report): JsonRecord {
	// Free keys (a record) cannot be said.
	if (!isRecord(node['properties'])) return give(node, report);
	const required = new Set(Array.isArray(node['required']) ? node['required'] : []);
	const properties = Object.entries(node['properties']).map(([key, value]) => {
		const strict = strictNode(value, report);
		return [key, required.has(key) || takesNull(strict) ? strict : { anyOf: [strict, { type: 'null' }] }] as const;
	});
	return {
		type: 'object',
		...describe(node),
		properties: Object.fromEntries(properties),
		required: properties.map(([key]) => key),
		additionalProperties: false,
		...defsOf(node, report),
	};
}

function strictArray(node: JsonRecord, report: Report): JsonRecord {
	if (!isRecord(node['items']) || node['prefixItems'] !== undefined) return give(node, report);
	return { type: 'array', ...describe(node), items: strictNode(node['items'], report) };
}

function strictLeaf(node: JsonRecord, report: Report): JsonRecord {
	const kept = ['type', 'enum', 'const'].filter((key) => node[key] !== undefined);
	if (kept.length === 0) return give(node, report);
	return { ...Object.fromEntries(kept.map((key) => [key, node[key]])), ...describe(node) };
}

function takesNull(node: JsonRecord): boolean {
	return node['type'] === 'null' || (Array.isArray(node['anyOf']) && node['anyOf'].filter(isRecord).some(takesNull));
}

function defsOf(node: JsonRecord, report: Report): JsonRecord {
	if (!isRecord(node['$defs'])) return {};
	const defs = Object.entries(node['$defs']).map(([name, value]) => [name, strictNode(value, report)] as const);
	return { $defs: Object.fromEntries(defs) };
}

const limits = [
	'minLength',
	'maxLength',
	'pattern',
	'format',
	'minimum',
	'maximum',
	'exclusiveMinimum',
	'exclusiveMaximum',
	'multipleOf',
	'minItems',
	'maxItems',
	'uniqueItems',
];

function describe(node: JsonRecord): JsonRecord {
	const facts = limits.filter(
		(key) => node[key] !== undefined && Math.abs(Number(node[key])) !== Number.MAX_SAFE_INTEGER,
	);
	const limit = facts.length === 0 ? '' : `(${facts.map((key) => `${key} ${String(node[key])}`).join(', ')})`;
	const text = [node['description'], limit].filter((part) => typeof part === 'string' && part !== '').join(' ');
	return text === '' ? {} : { description: text };
}
