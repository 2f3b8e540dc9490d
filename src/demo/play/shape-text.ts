import { isFields } from '../model-server/grammar-problem.ts';

/** Deeper parts of a schema are in the JSON beside it. */
const deepest = 5;

/** A JSON Schema as a person reads it: `{path: string, depth?: integer (Default 2)}`. Pure. */
export function shapeText(schema: unknown, depth = 0): string {
	if (!isFields(schema) || depth > deepest) return 'any';
	const { description, const: only, enum: choices, anyOf } = schema;
	const note = typeof description === 'string' ? ` (${description})` : '';
	if (only !== undefined) return `${JSON.stringify(only)}${note}`;
	if (Array.isArray(choices)) return `${choices.map((one) => JSON.stringify(one)).join(' | ')}${note}`;
	if (Array.isArray(anyOf)) return `${anyOf.map((one) => shapeText(one, depth)).join(' | ')}${note}`;
	return `${plainShape(schema, depth)}${note}`;
}

function plainShape(schema: Readonly<Record<string, unknown>>, depth: number): string {
	const { type, properties, required, items, additionalProperties: rest } = schema;
	if (type === 'array') return `[${shapeText(items, depth + 1)}, …]`;
	if (isFields(properties)) return fieldsText(properties, Array.isArray(required) ? required : [], depth);
	if (type === 'object')
		return isFields(rest) && Object.keys(rest).length > 0 ? `{name: ${shapeText(rest, depth + 1)}, …}` : '{…}';
	return Array.isArray(type) ? type.join(' | ') : String(type ?? 'any');
}

function fieldsText(
	properties: Readonly<Record<string, unknown>>,
	required: readonly unknown[],
	depth: number,
): string {
	const fields = Object.entries(properties).map(([name, schema]) => {
		return `${name}${required.includes(name) ? '' : '?'}: ${shapeText(schema, depth + 1)}`;
	});
	const inside = '  '.repeat(depth + 1);
	const line = fields.join(', ');
	if (line.length <= 100 && !line.includes('\n')) return `{${line}}`;
	return `{\n${fields.map((field) => `${inside}${field}`).join(',\n')}\n${'  '.repeat(depth)}}`;
}

/** The least that fits an object's schema, to be filled in: its required fields, each empty. Pure. */
export function emptyOf(schema: unknown): unknown {
	if (!isFields(schema)) return null;
	const { type, properties, required } = schema;
	if (isFields(properties)) {
		const names = Array.isArray(required) ? required.map(String) : [];
		return Object.fromEntries(names.map((name) => [name, emptyOf(properties[name])]));
	}
	const empty: Readonly<Record<string, unknown>> = {
		string: '…',
		array: [],
		object: {},
		boolean: true,
		integer: 0,
		number: 0,
	};
	return typeof type === 'string' ? (empty[type] ?? null) : null;
}

/** Whether null fits. Pure. */
export function takesNull(schema: unknown): boolean {
	if (!isFields(schema)) return false;
	const { type, anyOf } = schema;
	return [type].flat().includes('null') || (Array.isArray(anyOf) && anyOf.some(takesNull));
}
