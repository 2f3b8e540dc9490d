import { isRecord, type JsonRecord } from '../../model/text/json-text.ts';
import { schemaOf } from '../order/schema/derive-schema.ts';
import { without } from '../order/schema/place.ts';
import { createPartValidator, createValidator } from '../spec/json-schema.ts';

/** How values are held against a schema: whole ones, or parts of which nothing is required. */
export type Holding = 'whole' | 'part';

/** Deeper schemas are refused everywhere. */
const deepest = 8;

/**
 * The schema, widened as little as needed for all of the values: whatever it took before it takes still. Undefined where it cannot be, such as for
 * a list without items in a new field. Nothing that an example says narrows it.
 */
export async function widened(
	schema: JsonRecord,
	values: readonly unknown[],
	holding: Holding,
	depth = 0,
): Promise<JsonRecord | undefined> {
	const odd = await misfits(schema, values, holding);
	if (odd.length === 0 || depth > deepest) return odd.length === 0 ? schema : undefined;
	const wider = await opened(schema, values, { odd, holding, depth });
	if (wider && (await misfits(wider, values, holding)).length === 0) return wider;
	const other = schemaOf(odd);
	return other && depth > 0 ? { anyOf: [...alternativesOf(schema), other] } : undefined;
}

/** Each held as the field of an object, as that is the only schema that stands alone. */
async function misfits(schema: JsonRecord, values: readonly unknown[], holding: Holding): Promise<readonly unknown[]> {
	const isWhole = schema['type'] === 'object';
	const alone = isWhole ? schema : { type: 'object', properties: { value: schema }, additionalProperties: false };
	const problemOf = await (holding === 'part' ? createPartValidator(alone) : createValidator(alone));
	return values.filter((value) => problemOf(isWhole ? value : { value }) !== undefined);
}

function alternativesOf(schema: JsonRecord): readonly unknown[] {
	return Array.isArray(schema['anyOf']) && Object.keys(schema).length === 1 ? schema['anyOf'] : [schema];
}

interface Odd {
	readonly odd: readonly unknown[];
	readonly holding: Holding;
	readonly depth: number;
}

async function opened(schema: JsonRecord, values: readonly unknown[], odd: Odd): Promise<JsonRecord | undefined> {
	if (schema['anyOf'] !== undefined) return undefined;
	const kinds = new Set(odd.odd.map(kindOf));
	if (kinds.size === 1 && kinds.has('object') && isRecord(schema['properties']))
		return openedObject(schema, values, odd);
	if (kinds.size === 1 && kinds.has('array') && isRecord(schema['items'])) return openedList(schema, values, odd);
	return kinds.has('object') || kinds.has('array') ? undefined : openedScalar(schema, odd.odd);
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

async function openedObject(
	schema: JsonRecord,
	values: readonly unknown[],
	{ holding, depth }: Odd,
): Promise<JsonRecord | undefined> {
	const objects = values.filter(isRecord);
	const known = isRecord(schema['properties']) ? schema['properties'] : {};
	const names = new Set([...Object.keys(known), ...objects.flatMap((object) => Object.keys(object))]);
	const properties: Record<string, unknown> = {};
	for (const name of names) {
		const held = objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name]] : []));
		const one = await field(known[name], held, holding, depth);
		if (one === undefined) return undefined;
		properties[name] = one;
	}
	const required = Array.isArray(schema['required']) ? schema['required'] : [];
	const kept =
		holding === 'part' ? required : required.filter((name) => objects.every((one) => Object.hasOwn(one, name)));
	return { ...schema, properties, ...(required.length > 0 && { required: kept }) };
}

async function field(known: unknown, held: readonly unknown[], holding: Holding, depth: number): Promise<unknown> {
	if (known === undefined) return schemaOf(held);
	return isRecord(known) ? widened(known, held, holding, depth + 1) : known;
}

async function openedList(
	schema: JsonRecord,
	values: readonly unknown[],
	{ holding, depth }: Odd,
): Promise<JsonRecord | undefined> {
	const items = values.flatMap((value) => (Array.isArray(value) ? value : []));
	const inner = isRecord(schema['items']) ? await widened(schema['items'], items, holding, depth + 1) : undefined;
	return inner && { ...without(schema, ['minItems', 'maxItems', 'uniqueItems']), items: inner };
}

const bounds = [
	'minimum',
	'maximum',
	'exclusiveMinimum',
	'exclusiveMaximum',
	'multipleOf',
	'minLength',
	'maxLength',
	'pattern',
	'const',
];

/** Another type, a choice more, or no bounds any more: which of them an example breaks is not asked. */
function openedScalar(schema: JsonRecord, odd: readonly unknown[]): JsonRecord {
	const { enum: choices, type, ...rest } = schema;
	const said = [type].flat().filter((one) => one !== undefined);
	const types = said.length === 0 ? [] : joined([...said, ...odd.map((one) => scalarKind(one, said))]);
	return {
		...without(rest, bounds),
		...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
		...(Array.isArray(choices) && { enum: [...new Set([...choices, ...odd])] }),
	};
}

function scalarKind(value: unknown, said: readonly unknown[]): string {
	return Number.isInteger(value) && said.includes('integer') ? 'integer' : kindOf(value);
}

/** Each type once; an integer that fits is a number, too. */
function joined(types: readonly unknown[]): readonly unknown[] {
	const all = new Set(types);
	if (all.has('number') && all.has('integer')) all.delete('integer');
	return [...all];
}
