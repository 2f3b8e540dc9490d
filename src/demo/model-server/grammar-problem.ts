/** A fault of a request, in OpenAI's terms. `param` is the place in the body. */
export interface GrammarProblem {
	readonly message: string;
	readonly param: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Names of tools, calls and schemas. */
export const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
