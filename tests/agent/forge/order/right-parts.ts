/** Parts of orders that are right as they stand. */

export const text = { type: 'string' };
export const whole = { type: 'integer' };
export const number = { type: 'number' };
export const list = (items: object) => ({ type: 'array', items });
export const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
	type: 'object',
	properties,
	required,
	additionalProperties: false,
});
export const map = (values: object) => ({ type: 'object', additionalProperties: values });

interface Parts {
	readonly input: object;
	readonly output: object;
	readonly examples: readonly object[];
	readonly rejects: readonly object[];
	readonly more?: object;
}

export function order({ input, output, examples, rejects, more = {} }: Parts) {
	return { name: 'things/make_thing', purpose: 'Make a thing of another', input, output, examples, rejects, ...more };
}

/** An order whose input has one schema for a field, and values of it. */
export function field(
	name: string,
	schema: object,
	[one, other, bad]: readonly [unknown, unknown, unknown],
	required = true,
) {
	return order({
		input: object({ [name]: schema }, required ? [name] : []),
		output: object({ n: number }),
		examples: [
			{ input: { [name]: one }, output: { n: 1 } },
			{ input: { [name]: other }, output: { n: 2 } },
		],
		rejects: [{ input: { [name]: bad } }],
	});
}

/** An order whose result is of one schema, and values of it. */
export function result(output: object, [one, other]: readonly [object, object]) {
	return order({
		input: object({ n: number }),
		output,
		examples: [
			{ input: { n: 1 }, output: one },
			{ input: { n: 2 }, output: other },
		],
		rejects: [{ input: { n: -1 }, says: 'negative' }],
	});
}
