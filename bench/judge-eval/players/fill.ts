import { z } from 'zod';
import { isRecord, type JsonRecord } from '../../../src/agent/model/text/json-text.ts';

/**
 * An answer to a question of this schema: what is known of it, and the least that the schema asks for in the rest, so that a question which
 * nobody has thought of here is answered as well. Throws where even that does not fit. Pure.
 */
export function filled<T>(schema: z.ZodType<T>, known: JsonRecord): T {
	const asked = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
	const least = leastOf(asked);
	const fields = isRecord(asked['properties']) ? Object.keys(asked['properties']) : Object.keys(known);
	const fitting = Object.fromEntries(Object.entries(known).filter(([name]) => fields.includes(name)));
	return schema.parse(isRecord(least) ? { ...least, ...fitting } : least);
}

/** The smallest value that fits a JSON Schema, as far as schemas of models' answers go. */
function leastOf(schema: unknown): unknown {
	if (!isRecord(schema)) return null;
	if ('const' in schema) return schema['const'];
	const [choice] = [schema['enum'], schema['anyOf'], schema['oneOf']].filter(Array.isArray);
	if (choice) return Array.isArray(schema['enum']) ? choice[0] : leastOf(choice[0]);
	const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
	switch (type) {
		case 'object':
			return leastObject(schema);
		case 'array':
			return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => leastOf(schema['items']));
		case 'string':
			return 'x'.repeat(Number(schema['minLength'] ?? 0));
		case 'integer':
		case 'number':
			return Math.max(0, Number(schema['minimum'] ?? 0));
		case 'boolean':
			return false;
		default:
			return null;
	}
}

function leastObject({ properties, required }: JsonRecord): JsonRecord {
	const names = Array.isArray(required) ? required.map(String) : [];
	return Object.fromEntries(names.map((name) => [name, leastOf(isRecord(properties) ? properties[name] : undefined)]));
}
