import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { StandInToken, World } from './world.ts';

export interface Answer {
	readonly status: number;
	readonly body: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

export interface Call {
	readonly world: World;
	readonly method: string;
	/** Behind the API's own beginning, decoded. */
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
	readonly token: StandInToken | undefined;
}

/** A request that a host refuses, as it would. */
export class Refused extends Error {
	override readonly name = 'Refused';
	readonly answer: Answer;

	constructor(answer: Answer) {
		super(`refused with ${answer.status}`);
		this.answer = answer;
	}
}

/** A body as JSON; undefined: it is none. Pure. */
export function jsonIn(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

export type Route = readonly [
	method: string,
	path: RegExp,
	run: (call: Call, ...parts: readonly string[]) => Promise<Answer>,
];

/** The first route that fits; undefined: there is none. */
export function runRoute(routes: readonly Route[], call: Call): Promise<Answer> | undefined {
	for (const [method, path, run] of routes) {
		const parts = call.method === method ? path.exec(call.path) : null;
		if (parts) return run(call, ...parts.slice(1).map(decodeURIComponent));
	}
	return undefined;
}

export function readBody(request: IncomingMessage): Promise<string> {
	return text(request);
}

/** A page of a list, and the links to the others. */
export function pageOf<T>(
	call: Call,
	all: readonly T[],
	sizes: { readonly name: string; readonly usual: number; readonly most: number },
): Answer & { readonly body: readonly T[] } {
	const { world, path, query } = call;
	const size = Math.min(sizes.most, Math.max(1, Number(query.get(sizes.name) ?? sizes.usual) || sizes.usual));
	const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
	const last = Math.max(1, Math.ceil(all.length / size));
	const link = (to: number, rel: string): string => {
		const search = new URLSearchParams(query);
		search.set('page', String(to));
		return `<${world.options.url()}${apiPath(world)}${path}?${search.toString()}>; rel="${rel}"`;
	};
	const links = [
		...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
		...(page > 1 ? [link(1, 'first'), link(page - 1, 'prev')] : []),
	];
	const headers = { 'x-total-count': String(all.length), ...(links.length > 0 && { link: links.join(', ') }) };
	return { status: 200, body: all.slice((page - 1) * size, page * size), headers };
}

export function apiPath({ options }: World): string {
	return options.kind === 'github' ? '/api/v3' : '/api/v1';
}
