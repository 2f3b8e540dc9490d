import { z } from 'zod';
import type { Token } from '../records.ts';
import type { Json, Team, World } from '../world.ts';

/** Calls a minute: tier 2 = 20, 3 = 50, 4 = 100; `posting`: one a second in a channel besides; `free`: unlimited here. */
export type Tier = 2 | 3 | 4 | 'posting' | 'free';

/** Who calls. */
export interface Call {
	readonly world: World;
	/** Of the token. The app's own and a configuration token have none: the first workspace stands in. */
	readonly team: Team;
	readonly token: Token | undefined;
	/** Client id and secret of a Basic authorization. */
	readonly basic: { readonly id: string; readonly secret: string } | undefined;
}

export interface MethodFacts {
	/** Which kind of token may call it. */
	readonly token: Token['kind'] | 'none';
	/** One of them must be granted. */
	readonly scopes?: readonly string[];
	readonly tier: Tier;
}

/** A method of the Web API. */
export interface Method extends MethodFacts {
	/** Answers what stands beside `ok: true`. Throws `ApiError`. */
	run(args: Json, call: Call): object | Promise<object>;
}

/** An answer with `ok: false`. */
export class ApiError extends Error {
	override readonly name = 'ApiError';
	readonly code: string;
	/** Further parts of the answer. */
	readonly extra: Json;

	constructor(code: string, extra: Json = {}) {
		super(`Slack answers "${code}"`);
		this.code = code;
		this.extra = extra;
	}
}

/** An error with Slack's explaining lines. */
export function withMessages(code: string, messages: readonly string[]): ApiError {
	return new ApiError(code, { response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) } });
}

/** A method whose arguments are checked: unknown ones are refused, so that misspelt ones are noticed. */
export function method<S extends z.ZodRawShape>(
	facts: MethodFacts,
	shape: S,
	run: (args: z.output<z.ZodObject<S>>, call: Call) => object | Promise<object>,
): Method {
	const schema = z.strictObject(shape);
	return {
		...facts,
		run(raw, call) {
			const parsed = schema.safeParse(raw);
			if (!parsed.success) throw withMessages('invalid_arguments', issuesOf(parsed.error));
			return run(parsed.data as z.output<z.ZodObject<S>>, call);
		},
	};
}

export function issuesOf(error: z.ZodError): string[] {
	return error.issues.map(({ message, path }) => `${message} [json-pointer:/${path.join('/')}]`);
}

/** Throws `missing_scope` unless one of these is granted. */
export function requireScope({ team }: Call, ...scopes: readonly string[]): void {
	if (scopes.length === 0 || scopes.some((scope) => team.scopes.has(scope))) return;
	throw new ApiError('missing_scope', { needed: scopes[0], provided: [...team.scopes].join(',') });
}

export const text = z.string();
export const ts = z.string().regex(/^\d{10}\.\d{6}$/, 'is no ts');
export const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());
export const count = z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.int());

/** An argument that is JSON in a form, or stands as it is in a JSON body. */
export function json<T extends z.ZodType>(schema: T) {
	return z.preprocess((value, context) => {
		if (typeof value !== 'string') return value;
		try {
			return JSON.parse(value);
		} catch {
			context.addIssue({ code: 'custom', message: 'is no JSON' });
			return z.NEVER;
		}
	}, schema);
}

export const jsonObject = json(z.record(z.string(), z.unknown()));
export const jsonList = json(z.array(z.record(z.string(), z.unknown())));
