import { isRecord, type JsonRecord } from '../../../model/text/json-text.ts';
import { isNothing, readText } from '../notes.ts';
import { schemaOf } from './derive-schema.ts';
import type { Place } from './place.ts';
import { typeOf } from './type-words.ts';

/**
 * The JSON Schema that was meant: by its text, a type in words, a list of parameters, a table of field names and types, an example
 * value. Where none is said it is that of the examples; undefined where those say nothing either.
 */
export function asSchema(given: unknown, place: Place): JsonRecord | undefined {
	const value = readText(given, place.notes);
	if (typeof value === 'string' && !isNothing(value)) return ofWords(value, place);
	if (Array.isArray(value)) return ofList(value, place);
	if (!isRecord(value) || Object.keys(value).length === 0) return ofExamples(place);
	const inner = namesFields(value, place) ? undefined : wrappedIn(value);
	if (inner) return asSchema(inner, place);
	if (isSchema(value) && !namesFields(value, place)) return value;
	return (isWords(value, place) ? undefined : ofFields(value)) ?? ofExamples(place, value);
}

/** The schema in an object that holds nothing else. */
function wrappedIn(record: JsonRecord): JsonRecord | undefined {
	const [entry, other] = Object.entries(record);
	if (entry === undefined || other !== undefined) return undefined;
	const [key, inner] = entry;
	return /^(?:json_?)?schema$/i.test(key) && isRecord(inner) ? inner : undefined;
}

/**
 * A type, or words on what it is. Where the examples hold objects it is the name of a field that is also one of a type, such as a path; without a
 * type it is what they hold.
 */
function ofWords(words: string, place: Place): JsonRecord | undefined {
	const { path, values, notes } = place;
	const schema = typeOf(words);
	if (schema === undefined) return ofExamples(place, { description: words.slice(0, 300) });
	const isPlain = schema['type'] !== undefined && ![schema['type']].flat().includes('object');
	if (isPlain && values.length > 0 && values.every(isRecord)) return ofExamples(place);
	notes.taken.add(`${path} "${words.slice(0, 40)}" as ${JSON.stringify(schema).slice(0, 80)}`);
	return schema;
}

/** The schema of what the examples hold, with the words on it. */
function ofExamples({ path, values, notes }: Place, { description }: JsonRecord = {}): JsonRecord | undefined {
	const schema = schemaOf(values);
	if (schema) notes.taken.add(`${path} as the schema of what the examples hold there`);
	return schema && { ...schema, ...(typeof description === 'string' && { description }) };
}

/** A list of types, or of parameters that tell their names. */
function ofList(list: readonly unknown[], place: Place): JsonRecord | undefined {
	if (list.length > 0 && list.every((one) => typeof one === 'string')) return ofWords(list.join(' | '), place);
	const named = list.filter(isRecord).filter((one) => typeof one['name'] === 'string');
	if (named.length === 0 || named.length < list.length) return undefined;
	place.notes.taken.add(`${place.path} as its list of parameters`);
	return { type: 'object', properties: Object.fromEntries(named.map(({ name, ...schema }) => [String(name), schema])) };
}

const marks = [
	'properties',
	'$ref',
	'enum',
	'anyOf',
	'oneOf',
	'allOf',
	'items',
	'additionalProperties',
	'patternProperties',
];

/** Whether it says of itself what it is, as no table of fields does. */
function isSchema(record: JsonRecord): boolean {
	const { type } = record;
	if (marks.some((mark) => typeof record[mark] === 'object' && record[mark] !== null) || 'const' in record) return true;
	if (Array.isArray(type)) return true;
	return (
		typeof type === 'string' && (typeOf(type) !== undefined || ['any', 'enum', 'union', 'function'].includes(type))
	);
}

/** Whether what looks like a schema is a table of fields that are called as keywords are: the examples hold objects of just these. */
function namesFields(record: JsonRecord, { values }: Place): boolean {
	if (record['type'] === 'object' || 'properties' in record || values.length === 0) return false;
	const names = Object.keys(record);
	return values.every((value) => isRecord(value) && names.some((name) => Object.hasOwn(value, name)));
}

const words = ['description', 'title', 'default', 'example', 'examples'];

/** Whether a field has nothing but words on it, and is no table: what it is stands in the examples. */
function isWords(record: JsonRecord, { level, values }: Place): boolean {
	return level > 0 && !values.some(isRecord) && Object.keys(record).every((name) => words.includes(name));
}

/** A table of fields: each with its type in words, or a schema. */
function ofFields(record: JsonRecord): JsonRecord | undefined {
	const isTable = Object.values(record).every(
		(field) => isRecord(field) || (typeof field === 'string' && wordsIn(field) !== undefined),
	);
	if (!isTable) return undefined;
	return {
		type: 'object',
		properties: Object.fromEntries(Object.entries(record).map(([name, field]) => [name, described(field)])),
	};
}

interface Words {
	readonly type: JsonRecord;
	readonly comment: string;
}

/** `integer - how many rows` is a type and what it is. */
function wordsIn(field: string): Words | undefined {
	const whole = typeOf(field);
	if (whole) return { type: whole, comment: '' };
	const end = field.search(/\s-|[,;:(#]/);
	const type = end < 0 ? undefined : typeOf(field.slice(0, end));
	return (
		type && {
			type,
			comment: field
				.slice(end, end + 300)
				.replace(/^[\s,;:(#-]+/, '')
				.replace(/\)$/, ''),
		}
	);
}

function described(field: unknown): unknown {
	const words = typeof field === 'string' ? wordsIn(field) : undefined;
	if (!words) return field;
	return words.comment === '' ? words.type : { ...words.type, description: words.comment };
}
