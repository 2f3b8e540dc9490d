/** A JSON Schema, or any other object of JSON. */
export type Schema = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Schema {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How many references are followed from one place: one may lead to itself. */
const mostReferences = 8;

/** The alternatives of a schema: itself, or those of its `anyOf` or `oneOf`, with references of the same document followed. Pure. */
export function branchesOf(schema: Schema, root: Schema): readonly Schema[] {
	const followed = follow(schema, root);
	const several = followed['anyOf'] ?? followed['oneOf'];
	if (!Array.isArray(several) || 'type' in followed) return [followed];
	return several.filter(isRecord).map((branch) => follow(branch, root));
}

function follow(schema: Schema, root: Schema): Schema {
	let found = schema;
	for (let count = 0; count < mostReferences; count++) {
		const { $ref: reference } = found;
		const target = typeof reference === 'string' ? targetOf(reference, root) : undefined;
		if (target === undefined) return found;
		found = target;
	}
	return found;
}

function targetOf(reference: string, root: Schema): Schema | undefined {
	if (!reference.startsWith('#/')) return undefined;
	const steps = reference.slice(2).split('/');
	const target = steps.reduce<unknown>(
		(at, step) => (isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined),
		root,
	);
	return isRecord(target) ? target : undefined;
}

/** The kinds of value that a schema without alternatives takes, as far as it says so; none where it says nothing of it. Pure. */
export function typesOf(schema: Schema): readonly string[] {
	const { type, enum: choices, properties } = schema;
	if (typeof type === 'string') return [type];
	if (Array.isArray(type)) return type.filter((one) => typeof one === 'string');
	if (Array.isArray(choices)) return [...new Set(choices.map(kindOf))];
	if ('const' in schema) return [kindOf(schema['const'])];
	return isRecord(properties) ? ['object'] : [];
}

/** The kind of a value in the words of JSON Schema; `integer` for whole numbers. Pure. */
export function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	return typeof value;
}
