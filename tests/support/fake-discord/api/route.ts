import { z } from 'zod';
import type { World } from '../world.ts';
import { readForm } from './form/read-form.ts';

/** A file of a request, as `files[n]`. */
export interface UploadedFile {
	readonly field: string;
	readonly name: string;
	readonly bytes: Uint8Array;
	readonly contentType: string | undefined;
}

/** One request that is to be answered. */
export interface Call {
	readonly world: World;
	/** Of the route's pattern, decoded. */
	readonly params: Readonly<Record<string, string>>;
	readonly query: URLSearchParams;
	/** JSON, or the `payload_json` of a form. */
	readonly body: unknown;
	readonly files: readonly UploadedFile[];
}

export interface Answer {
	readonly status: number;
	/** JSON; undefined: none. */
	readonly body?: unknown;
}

/** A route of the API. */
export interface Route {
	readonly method: string;
	/** As `/channels/:channel/messages/:message`. */
	readonly pattern: string;
	/** `token`: the path holds what allows it. */
	readonly allowedBy: 'bot' | 'token';
	/** Throws `ApiError` for what Discord refuses. */
	run(call: Call): Answer;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A route that the bot's token opens. Answers 200, or 204 for undefined. */
export function route(line: `${Method} /${string}`, run: (call: Call) => object | undefined): Route {
	return { ...routeAt(line, run), allowedBy: 'bot' };
}

/** A route that its own token opens, which is in the path. */
export function tokenRoute(line: `${Method} /${string}`, run: (call: Call) => object | undefined): Route {
	return { ...routeAt(line, run), allowedBy: 'token' };
}

/** An answer that is not 200. */
export class Status {
	readonly status: number;
	readonly body: unknown;

	constructor(status: number, body: unknown) {
		this.status = status;
		this.body = body;
	}
}

function routeAt(line: string, run: (call: Call) => object | undefined): Omit<Route, 'allowedBy'> {
	const [method = '', pattern = ''] = line.split(' ');
	return {
		method,
		pattern,
		run(call) {
			const answer = run(call);
			if (answer instanceof Status) return { status: answer.status, body: answer.body };
			return answer === undefined ? { status: 204 } : { status: 200, body: answer };
		},
	};
}

/** A parameter of the path. */
export function param({ params }: Call, name: string): string {
	const value = params[name];
	if (value === undefined) throw new Error(`The route has no ":${name}"`);
	return value;
}

/** Parameters of the query; those that no schema names are refused. */
export function queryOf<S extends z.ZodType>({ query }: Call, schema: S): z.output<S> {
	return readForm(schema, Object.fromEntries(query));
}

/** Of a query, where all is text. */
export const queryFlag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
export const queryInt = z.string().regex(/^\d+$/).transform(Number);
