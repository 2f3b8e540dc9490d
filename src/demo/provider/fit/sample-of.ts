import { type Fields, isFields } from '../../model-server/grammar-problem.ts';

/** The smallest value that a JSON schema takes, as far as clients' schemas go: for questions that no plan is about. Pure. */
export function sampleOf(schema: unknown): unknown {
	if (!isFields(schema)) return '';
	if (schema['const'] !== undefined) return schema['const'];
	if (Array.isArray(schema['enum'])) return schema['enum'][0];
	const choice = schema['anyOf'] ?? schema['oneOf'];
	if (Array.isArray(choice)) return sampleOf(choice[0]);
	switch (typeOf(schema)) {
		case 'object':
			return objectOf(schema);
		case 'array':
			return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => sampleOf(schema['items']));
		case 'integer':
		case 'number':
			return Number(schema['minimum'] ?? 0);
		case 'boolean':
			return false;
		case 'null':
			return null;
		default:
			return 'A small task';
	}
}

/** Lower case, of the first where there are several: Google writes them large. */
export function typeOf(schema: unknown): string {
	if (!isFields(schema)) return 'string';
	const [type] = [schema['type']].flat();
	return String(type ?? (schema['properties'] === undefined ? 'string' : 'object')).toLowerCase();
}

/** Its required fields, or all of them where none is. */
function objectOf({ properties, required }: Fields): Fields {
	if (!isFields(properties)) return {};
	const names = Array.isArray(required) ? required.map(String) : Object.keys(properties);
	return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name])]));
}
