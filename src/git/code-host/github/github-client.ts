import type { Octokit } from '@octokit/rest';
import type { z } from 'zod';
import { causesOf } from '../../../base/errors.ts';
import { checked } from '../wire/ask.ts';
import { ExchangeError, type HostAnswer, type HostFetch } from '../wire/exchange.ts';
import { type Asked, HostProblem, refusalOf, refusalOfExchange } from '../wire/refusals.ts';
import { githubHeaders } from './github-api.ts';

/** GitHub's API for one piece of work. */
export interface GithubClient {
	readonly asked: Asked;
	readonly signal: AbortSignal;
	/** Checked data of one request. Throws `HostProblem`. */
	read<T>(schema: z.ZodType<T>, call: (octokit: Octokit) => Promise<{ readonly data: unknown }>): Promise<T>;
	/** All items of at most `most` pages. */
	readPages<T>(schema: z.ZodType<readonly T[]>, call: PageCall, most: number): Promise<Pages<T>>;
}

export type PageCall = (
	octokit: Octokit,
	page: { readonly page: number; readonly per_page: number },
) => Promise<{ readonly data: unknown }>;

export interface Pages<T> {
	readonly items: readonly T[];
	readonly isCut: boolean;
}

/** A comment has at most 65,536 characters: fifty are a few megabytes. */
const pageSize = 50;

export interface ClientOrder {
	readonly fetch: HostFetch;
	readonly token: string;
	readonly asked: Asked;
}

/** The library is loaded with the first one. */
export async function openGithub(order: ClientOrder, signal: AbortSignal): Promise<GithubClient> {
	const library = await import('@octokit/rest');
	const { fetch, token, asked } = order;
	const octokit = new library.Octokit({
		...{ baseUrl: asked.target.api, auth: token, log: silent, userAgent: githubHeaders['user-agent'] },
		request: { fetch: fetchFor(fetch, signal) },
	});
	const client: GithubClient = {
		asked,
		signal,
		async read(schema, call) {
			const { data } = await call(octokit).catch((error: unknown) => {
				throw problemOf(error, asked, signal);
			});
			return checked(schema, data, asked);
		},
		readPages: (schema, call, most) => readPages(client, schema, call, most),
	};
	return client;
}

async function readPages<T>(
	client: GithubClient,
	schema: z.ZodType<readonly T[]>,
	call: PageCall,
	most: number,
): Promise<Pages<T>> {
	const items: T[] = [];
	for (let page = 1; page <= most; page += 1) {
		const found = await client.read(schema, (octokit) => call(octokit, { page, per_page: pageSize }));
		items.push(...found);
		if (found.length < pageSize) return { items, isCut: false };
	}
	return { items, isCut: true };
}

const noop = (): void => {};
const silent = { debug: noop, info: noop, warn: noop, error: noop };

/** As much of `fetch` as the library uses, over ours. */
function fetchFor(fetch: HostFetch, signal: AbortSignal) {
	return async (
		url: string,
		init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
	): Promise<Response> => {
		const method = init.method === 'POST' || init.method === 'PATCH' ? init.method : 'GET';
		const body = init.body === undefined ? {} : { body: init.body };
		return responseOf(await fetch({ method, url: new URL(url), headers: init.headers, ...body }, signal));
	};
}

/** As the library can read it, whatever a host says of its type, and with a status that there is. */
function responseOf({ status, headers, body }: HostAnswer): Response {
	const isEmpty = [204, 205, 304].includes(status);
	const known = status >= 200 && status <= 599 ? status : 502;
	return new Response(isEmpty ? null : body, {
		status: known,
		headers: { ...headers, 'content-type': 'application/json' },
	});
}

/** Of anything that the library rejects with. Throws the signal's reason. */
function problemOf(error: unknown, asked: Asked, signal: AbortSignal): unknown {
	signal.throwIfAborted();
	const exchange = causesOf(error).find((cause) => cause instanceof ExchangeError);
	if (exchange) return new HostProblem(refusalOfExchange(exchange, asked), { cause: error });
	const answer = answerOf(error);
	if (!answer) return error;
	return new HostProblem(refusalOf(answer, asked), { cause: answer, status: answer.status });
}

/** The answer that the library's `RequestError` holds. */
function answerOf(error: unknown): HostAnswer | undefined {
	if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
	const response: unknown = Reflect.get(error, 'response');
	if (typeof response !== 'object' || response === null) return undefined;
	const data: unknown = Reflect.get(response, 'data');
	const headers: unknown = Reflect.get(response, 'headers');
	return {
		status: error.status,
		headers: stringsOf(headers),
		body: typeof data === 'string' ? data : JSON.stringify(data ?? '', withoutBigInt),
	};
}

/** The library reads large numbers as such. */
function withoutBigInt(_key: string, value: unknown): unknown {
	return typeof value === 'bigint' ? String(value) : value;
}

function stringsOf(headers: unknown): Record<string, string> {
	if (typeof headers !== 'object' || headers === null) return {};
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
