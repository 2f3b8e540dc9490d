import { isRecord, type JsonRecord } from '../../../model/text/json-text.ts';
import { type Place, without } from './place.ts';
import { typeOf } from './type-words.ts';

/** The schema with `anyOf` as its only way to combine, and `type` in the words of JSON Schema. */
export function combined(schema: JsonRecord, place: Place): JsonRecord {
	return withNull(typed(flattened(merged(withAnyOf(schema, place), place)), place));
}

function withAnyOf({ oneOf, ...schema }: JsonRecord, { path, notes }: Place): JsonRecord {
	if (!Array.isArray(oneOf)) return oneOf === undefined ? schema : { ...schema, oneOf };
	notes.taken.add(`${path}.oneOf as anyOf`);
	return { ...schema, anyOf: [...(Array.isArray(schema['anyOf']) ? schema['anyOf'] : []), ...oneOf] };
}

/** One object of the objects that must all hold, where they share no field. */
function merged({ allOf, ...schema }: JsonRecord, { path, notes }: Place): JsonRecord {
	if (!Array.isArray(allOf)) return schema;
	const parts = [schema, ...allOf.filter(isRecord)];
	const fields = parts.flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : []));
	const others = parts.flatMap((part) =>
		Object.keys(without(part, ['properties', 'required', 'type', 'additionalProperties', 'description', 'title'])),
	);
	if (parts.length <= allOf.length || new Set(fields).size < fields.length || new Set(others).size < others.length)
		return { ...schema, allOf };
	notes.taken.add(`${path}.allOf as one`);
	const properties = Object.assign({}, ...parts.map((part) => part['properties']));
	const required = parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : []));
	const whole = Object.assign({}, ...parts);
	return {
		...whole,
		...(fields.length > 0 && { type: 'object', properties }),
		...(required.length > 0 && { required: [...new Set(required)] }),
	};
}

/** One alternative is none. */
function flattened(schema: JsonRecord): JsonRecord {
	const { anyOf, ...rest } = schema;
	if (!Array.isArray(anyOf)) return schema;
	const [only, other] = anyOf;
	return isRecord(only) && other === undefined ? { ...only, ...rest } : schema;
}

const own = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);

function typed(schema: JsonRecord, { path, notes }: Place): JsonRecord {
	const { type, ...rest } = schema;
	if (type === undefined) return { ...kindOf(rest), ...rest };
	if (Array.isArray(type) && type.every((one) => typeof one === 'string'))
		return type.every((one) => own.has(one)) ? schema : { ...typeOf(type.join(' | ')), ...rest };
	if (typeof type !== 'string') return schema;
	if (/^(?:any|enum|union)$/i.test(type) && (rest['enum'] ?? rest['anyOf']) !== undefined) return rest;
	const said = typeOf(type);
	if (said && JSON.stringify(said) !== JSON.stringify({ type }))
		notes.taken.add(`${path}.type "${type.slice(0, 40)}" as ${JSON.stringify(said).slice(0, 80)}`);
	return said ? { ...said, ...rest } : schema;
}

/** Fields make an object of it, and items a list. */
function kindOf(schema: JsonRecord): JsonRecord {
	if (schema['anyOf'] !== undefined || schema['enum'] !== undefined) return {};
	if (isRecord(schema['properties']) || isRecord(schema['patternProperties'])) return { type: 'object' };
	if (schema['items'] !== undefined) return { type: 'array' };
	return isRecord(schema['additionalProperties']) ? { type: 'object' } : {};
}

function withNull({ nullable, ...schema }: JsonRecord): JsonRecord {
	if (nullable !== true) return schema;
	const { type, anyOf } = schema;
	const choices = Array.isArray(schema['enum']) ? { enum: [...new Set([...schema['enum'], null])] } : {};
	if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
	return type === undefined
		? { ...schema, ...choices }
		: { ...schema, type: [...new Set([type, 'null'].flat())], ...choices };
}
