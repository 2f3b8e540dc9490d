import { isRecord, type JsonRecord } from '../../../model/text/json-text.ts';

const deepest = 5;

/**
 * The schema of some values, as general as they allow: any number is a number, a field that each object has is required. Undefined where
 * they say too little, such as lists without items. Pure.
 */
export function schemaOf(values: readonly unknown[], depth = 0): JsonRecord | undefined {
	if (values.length === 0 || depth > deepest) return undefined;
	const groups = [...Map.groupBy(values, kindOf).entries()];
	const schemas = groups.map(([kind, some]) => ofKind(kind, some, depth));
	const known = schemas.filter((one) => one !== undefined);
	if (known.length < schemas.length) return undefined;
	const [only] = known;
	if (known.length === 1) return only;
	const types = known.map(({ type }) => type);
	return types.includes('array') || types.includes('object') ? { anyOf: known } : { type: types };
}

function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

function ofKind(kind: string, values: readonly unknown[], depth: number): JsonRecord | undefined {
	if (kind === 'array') {
		const items = schemaOf(
			values.flatMap((value) => (Array.isArray(value) ? value : [])),
			depth + 1,
		);
		return items && { type: 'array', items };
	}
	return kind === 'object' ? objectOf(values.filter(isRecord), depth) : { type: kind };
}

function objectOf(values: readonly JsonRecord[], depth: number): JsonRecord | undefined {
	const held = Map.groupBy(
		values.flatMap((value) => Object.entries(value)),
		([name]) => name,
	);
	const fields = [...held].map(([name, entries]) => ({
		name,
		schema: schemaOf(
			entries.map(([, value]) => value),
			depth + 1,
		),
		isRequired: entries.length === values.length,
	}));
	if (fields.some(({ schema }) => schema === undefined)) return undefined;
	if (depth > 0 && values.length > 1 && fields.length > 1 && fields.every(({ isRequired }) => !isRequired)) {
		return mapOf(values, depth);
	}
	return {
		type: 'object',
		properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
		required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
		additionalProperties: false,
	};
}

/** Objects that have no field in common, such as totals by region: their names are data. */
function mapOf(values: readonly JsonRecord[], depth: number): JsonRecord | undefined {
	const entry = schemaOf(values.flatMap(Object.values), depth + 1);
	return entry && { type: 'object', additionalProperties: entry };
}
