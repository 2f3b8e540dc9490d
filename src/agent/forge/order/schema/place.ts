import { isRecord, type JsonRecord } from '../../../model/text/json-text.ts';
import { inside } from '../../spec/fault.ts';
import type { Notes } from '../notes.ts';

/** Where a schema stands, and what the examples hold there. */
export interface Place {
	readonly path: string;
	readonly values: readonly unknown[];
	readonly notes: Notes;
	readonly level: number;
}

/** Values of one place that are looked at: each field is looked for in each of them. */
const mostValues = 200;

/** No order needs more levels; what lies below is left as it is, for the gate to refuse. */
export const mostLevels = 12;

/** The place of the schema of a field. Pure. */
export function fieldPlace(place: Place, name: string): Place {
	const values = place.values.flatMap((value) => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []));
	return below(place, inside(`${place.path}.properties`, name), values);
}

/** The place of the schema of a list's items. Pure. */
export function itemPlace(place: Place): Place {
	const values = place.values.flatMap((value) => (Array.isArray(value) ? value : []));
	return below(place, `${place.path}.items`, values);
}

/** The place of the schema of a map's values. Pure. */
export function entryPlace(place: Place): Place {
	const values = place.values.flatMap((value) => (isRecord(value) ? Object.values(value) : []));
	return below(place, `${place.path}.additionalProperties`, values);
}

/** The place of one of several alternatives: which of the values are of it is not known. Pure. */
export function choicePlace(place: Place, index: number): Place {
	return below(place, `${place.path}.anyOf[${index}]`, []);
}

function below(place: Place, path: string, values: readonly unknown[]): Place {
	return { ...place, path, values: values.slice(0, mostValues), level: place.level + 1 };
}

/** The object without some of its keys. Pure. */
export function without(record: JsonRecord, keys: readonly string[]): JsonRecord {
	return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
