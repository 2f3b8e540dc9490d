/** Short words for schemas, code and faults of problems. */

import type { Fault, FaultKind, Json } from '../problem.ts';

export const text = { type: 'string' };
export const whole = { type: 'integer' };
export const number = { type: 'number' };
export const flag = { type: 'boolean' };

export function list(items: Json): Json {
	return { type: 'array', items };
}

/** Free keys, values of one schema. */
export function mapOf(values: Json): Json {
	return { type: 'object', additionalProperties: values };
}

/** An object with these fields; those whose name ends in a question mark may be left out. */
export function record(fields: Readonly<Record<string, Json>>): Json {
	const all = Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ''), schema] as const);
	const required = Object.keys(fields).filter((name) => !name.endsWith('?'));
	return { type: 'object', properties: Object.fromEntries(all), required, additionalProperties: false };
}

/** Python as it stands, without the line break that it begins with. */
export function py(source: TemplateStringsArray): string {
	return String.raw(source).replace(/^\n/, '');
}

/** A fault by pairs of what was and what is. */
export function fault(kind: FaultKind, ...edits: readonly (readonly [string, string])[]): Fault {
	return { kind, edits };
}
