import { type Allow, isMembers } from './allow.ts';
import type { Notes } from './notes.ts';

/** Members of a JSON Schema by which a server would fetch another. */
const references: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/**
 * A JSON Schema of the client's own; its references to anywhere else are left out, as some servers follow them
 * (https://python-jsonschema.readthedocs.io/en/stable/referencing/#automatically-retrieving-resources-over-http).
 */
export const schema: Allow = (value, notes) => (isMembers(value) ? withoutAddresses(value, notes) : undefined);

function withoutAddresses(value: unknown, notes: Notes): unknown {
	if (Array.isArray(value)) return value.map((item) => withoutAddresses(item, notes));
	if (!isMembers(value)) return value;
	const kept = Object.entries(value).filter(([name, inner]) => !isAddress(name, inner, notes));
	return Object.fromEntries(kept.map(([name, inner]) => [name, withoutAddresses(inner, notes)]));
}

function isAddress(name: string, value: unknown, notes: Notes): boolean {
	const away = references.has(name) && typeof value === 'string' && !value.startsWith('#');
	if (away) notes.strip('schemas by address');
	return away;
}
