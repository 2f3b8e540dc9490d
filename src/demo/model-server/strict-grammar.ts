import { type Fields, type GrammarProblem, isFields } from './grammar-problem.ts';

const allowed = new Set(
	`$defs $ref additionalProperties anyOf const description enum exclusiveMaximum exclusiveMinimum format items maxItems
	maximum minItems minimum multipleOf pattern properties required title type`.split(/\s+/),
);

/** The rules of strict schemas: an object at the root, at each level all keys required and no others, few keywords. */
export function checkStrictSchema(schema: unknown, param: string): GrammarProblem | undefined {
	if (!isFields(schema) || schema['type'] !== 'object') {
		return { message: `Invalid schema at '${param}': schema must be of type "object"`, param };
	}
	return checkNode(schema, param);
}

function checkNode(node: unknown, param: string): GrammarProblem | undefined {
	const wrong = (rule: string): GrammarProblem => ({ message: `Invalid schema at '${param}': ${rule}`, param });
	if (!isFields(node)) return wrong('schema must be an object');
	const stray = Object.keys(node).find((key) => !allowed.has(key));
	if (stray !== undefined) return wrong(`'${stray}' is not permitted`);
	const kinds = ['type', 'anyOf', '$ref', 'enum', 'const'].filter((key) => node[key] !== undefined);
	if (kinds.length === 0) return wrong("schema must have a 'type' key");
	const object = node['type'] === 'object' ? objectRule(node) : undefined;
	if (object !== undefined) return wrong(object);
	if (node['type'] === 'array' && node['items'] === undefined) return wrong('array schema missing items');
	return checkChildren(node, param);
}

function objectRule({ properties, required, additionalProperties }: Fields): string | undefined {
	if (additionalProperties !== false) return "'additionalProperties' is required to be supplied and to be false";
	if (!isFields(properties)) return "'properties' is required to be supplied";
	const keys = Array.isArray(required) ? required : [];
	const missing = Object.keys(properties).find((key) => !keys.includes(key));
	if (missing !== undefined) return `'required' must include every key in properties. Missing '${missing}'`;
	const extra = keys.find((key) => !Object.hasOwn(properties, String(key)));
	return extra === undefined ? undefined : `Extra required key '${String(extra)}' supplied`;
}

function checkChildren(node: Fields, param: string): GrammarProblem | undefined {
	const children: (readonly [unknown, string])[] = [];
	if (node['items'] !== undefined) children.push([node['items'], `${param}.items`]);
	for (const key of ['properties', '$defs']) {
		for (const [name, child] of Object.entries(node[key] ?? {})) children.push([child, `${param}.${key}.${name}`]);
	}
	if (Array.isArray(node['anyOf'])) {
		for (const [at, child] of node['anyOf'].entries()) children.push([child, `${param}.anyOf[${at}]`]);
	}
	for (const [child, place] of children) {
		const problem = checkNode(child, place);
		if (problem !== undefined) return problem;
	}
	return undefined;
}
