import { isRecord, type JsonRecord } from '../../../model/text/json-text.ts';
import type { Notes } from '../notes.ts';
import { asSchema } from './as-schema.ts';
import { combined } from './combine.ts';
import { schemaOf } from './derive-schema.ts';
import { inlineRefs } from './inline-refs.ts';
import { withBounds, withKeywords } from './keywords.ts';
import { choicePlace, entryPlace, fieldPlace, itemPlace, mostLevels, type Place, without } from './place.ts';

/** A field that a tool's input or result has where the order says no object. */
export const onlyField = { input: 'value', output: 'result' } as const;

/** The schema of a tool's input or result that an order means; undefined where nothing says one. `values`: those of the examples. */
export function readSchema(
	given: unknown,
	of: 'input' | 'output',
	values: readonly unknown[],
	notes: Notes,
): JsonRecord | undefined {
	const place: Place = { path: of, values, notes, level: 0 };
	const root = asSchema(given, place);
	if (!root) return undefined;
	const whole = readNode(inlineRefs(root, of, notes), place);
	if (!isRecord(whole)) return undefined;
	return isScalar(whole) ? asField(whole, of, notes) : whole;
}

function isScalar({ type, anyOf, ...rest }: JsonRecord): boolean {
	if (type !== undefined) return ![type].flat().includes('object');
	if (Array.isArray(anyOf)) return anyOf.length > 0 && anyOf.every((one) => isRecord(one) && isScalar(one));
	return rest['enum'] !== undefined || 'const' in rest;
}

function asField(schema: JsonRecord, of: 'input' | 'output', notes: Notes): JsonRecord {
	const name = onlyField[of];
	notes.taken.add(`${of} as an object with the field "${name}"`);
	return { type: 'object', properties: { [name]: schema }, required: [name], additionalProperties: false };
}

function readNode(given: unknown, place: Place): unknown {
	if (place.level > mostLevels) return given;
	const schema = asSchema(given, place);
	if (!schema) return given;
	const read = withChoices(combined(withBounds(withKeywords(schema, place)), place), place);
	return readList(readObject(read, place), place);
}

function withChoices(schema: JsonRecord, place: Place): JsonRecord {
	const { anyOf, enum: choices } = schema;
	const several = Array.isArray(anyOf)
		? { anyOf: anyOf.map((one, index) => readNode(one, choicePlace(place, index))) }
		: {};
	if (choices === undefined) return { ...schema, ...several };
	const list = Array.isArray(choices) ? choices : [choices];
	return { ...withoutWrongType(schema, list), ...several, enum: [...new Set(list)] };
}

/** An enum says what its values are; a type that forbids some of them is a slip. */
function withoutWrongType(schema: JsonRecord, choices: readonly unknown[]): JsonRecord {
	const types = new Set([schema['type']].flat());
	const fits = (value: unknown) =>
		types.has(value === null ? 'null' : typeof value) || (typeof value === 'number' && types.has('integer'));
	return schema['type'] === undefined || choices.every(fits) ? schema : without(schema, ['type']);
}

function readObject(schema: JsonRecord, place: Place): JsonRecord {
	if (![schema['type']].flat().includes('object')) return schema;
	const { properties, additionalProperties: rest, patternProperties: patterns, required, ...others } = schema;
	const fields = isRecord(properties) ? properties : {};
	if (Object.keys(fields).length === 0)
		return readMap({ ...others, ...(isRecord(properties) && { properties: {} }) }, rest ?? onlyOf(patterns), place);
	if (rest === true) place.notes.taken.add(`${place.path} as taking no other fields than it names`);
	const read = Object.entries(fields).map(
		([name, field]) => [name, readNode(bare(field), fieldPlace(place, name))] as const,
	);
	const needed = requiredOf(required, fields);
	return {
		...others,
		properties: Object.fromEntries(read),
		...(needed && { required: needed }),
		additionalProperties: isRecord(rest) ? rest : false,
		...(patterns !== undefined && { patternProperties: patterns }),
	};
}

/** An object without fields of its own: one of the examples' shape, or a map. */
function readMap(schema: JsonRecord, rest: unknown, place: Place): JsonRecord {
	if (rest === false) return { ...schema, additionalProperties: false };
	const isTold = isRecord(rest) ? Object.keys(rest).length > 0 : typeof rest === 'string';
	if (isTold) return { ...without(schema, ['properties']), additionalProperties: readNode(rest, entryPlace(place)) };
	const found = place.level === 0 || rest === undefined ? schemaOf(place.values, Math.min(place.level, 1)) : undefined;
	if (found?.['type'] === 'object') {
		const kind = isRecord(found['properties']) ? 'the schema' : 'a map';
		place.notes.taken.add(`${place.path} as ${kind} of what the examples hold there`);
		return { ...schema, ...found };
	}
	const values = schemaOf(entryPlace(place).values);
	if (rest === undefined || !values) return rest === undefined ? schema : { ...schema, additionalProperties: rest };
	place.notes.taken.add(`${place.path} as a map of what the examples hold there`);
	return { ...schema, additionalProperties: values };
}

function onlyOf(patterns: unknown): unknown {
	const [only, other] = isRecord(patterns) ? Object.values(patterns) : [];
	return other === undefined ? only : undefined;
}

/** The names that are required, by the object's list or by marks of its fields; undefined where neither says. */
function requiredOf(required: unknown, fields: JsonRecord): readonly unknown[] | undefined {
	const names = Object.keys(fields);
	const marked = names.filter((name) => isMarked(fields[name], 'required', true));
	const free = names.filter(
		(name) => isMarked(fields[name], 'required', false) || isMarked(fields[name], 'optional', true),
	);
	const listed = listOf(required, names);
	if (!listed && marked.length === 0 && free.length === 0) return undefined;
	const optional = new Set<unknown>(free);
	return [...new Set([...(listed ?? []), ...marked])].filter((name) => !optional.has(name));
}

/** The names of a list, of a text, or of truth values by name; `true` for all. */
function listOf(required: unknown, names: readonly string[]): readonly unknown[] | undefined {
	if (Array.isArray(required)) return required;
	if (typeof required === 'boolean') return required ? names : [];
	if (typeof required === 'string') return required.split(/[,\s]+/).filter(Boolean);
	return isRecord(required) ? names.filter((name) => required[name] === true) : undefined;
}

function isMarked(field: unknown, mark: string, as: boolean): boolean {
	return isRecord(field) && (field[mark] === as || field[mark] === String(as));
}

/** The field without the mark that stands in its object now. */
function bare(field: unknown): unknown {
	if (!isRecord(field)) return field;
	const marks = ['required', 'optional'].filter(
		(mark) => typeof field[mark] === 'boolean' || /^(?:true|false)$/i.test(String(field[mark])),
	);
	return without(field, marks);
}

function readList(schema: JsonRecord, place: Place): JsonRecord {
	if (![schema['type']].flat().includes('array')) return schema;
	const { prefixItems, ...rest } = schema;
	const items = rest['items'] ?? prefixItems;
	const below = itemPlace(place);
	const isTuple = Array.isArray(items) && items.every(isRecord);
	const read = isTuple
		? tupleItems(items, below)
		: items === undefined || items === true
			? schemaOf(below.values)
			: readNode(items, below);
	if (read === undefined) return rest;
	const isPlain =
		isRecord(read) &&
		[read['type']].flat().every((type) => type !== undefined && type !== 'object' && type !== 'array');
	return { ...(isPlain ? rest : without(rest, ['uniqueItems'])), items: read };
}

/** The gate knows lists of one kind: a list whose places differ is one of several kinds. */
function tupleItems(items: readonly unknown[], place: Place): unknown {
	const read = items.map((item) => readNode(item, { ...place, values: [] }));
	const distinct = [...new Map(read.map((one) => [JSON.stringify(one), one])).values()];
	place.notes.taken.add(`${place.path} as a list of any length`);
	return distinct.length === 1 ? distinct[0] : { anyOf: distinct };
}
