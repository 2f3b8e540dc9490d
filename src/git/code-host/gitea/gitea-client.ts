import type { z } from 'zod';
import { checked, dataOf, send } from '../wire/ask.ts';
import type { HostAnswer, HostFetch, HostRequest } from '../wire/exchange.ts';
import type { Asked } from '../wire/refusals.ts';

/** The API of Gitea and Forgejo for one piece of work. Paths begin behind `/api/v1`. All throw `HostProblem`. */
export interface GiteaClient {
	readonly asked: Asked;
	get<T>(path: string, schema: z.ZodType<T>, query?: Query): Promise<T>;
	/** All items of at most `most` pages. */
	pages<T>(path: string, schema: z.ZodType<readonly T[] | null>, most: number, query?: Query): Promise<Pages<T>>;
	send<T>(method: 'POST' | 'PATCH', path: string, schema: z.ZodType<T>, body: object): Promise<T>;
}

export interface Pages<T> {
	readonly items: readonly T[];
	readonly isCut: boolean;
}

export type Query = Readonly<Record<string, string>>;

/** As many as servers give out at most unless they are set otherwise: MAX_RESPONSE_ITEMS in Gitea's and Forgejo's app.example.ini. */
const pageSize = 50;

export interface ClientOrder {
	readonly fetch: HostFetch;
	readonly token: string;
	readonly asked: Asked;
}

export function openGitea({ fetch, token, asked }: ClientOrder, signal: AbortSignal): GiteaClient {
	const headers = { accept: 'application/json', authorization: `token ${token}`, 'user-agent': 'threadsmith' };

	function ask(request: Pick<HostRequest, 'method' | 'url' | 'body'>): Promise<HostAnswer> {
		const typed = request.body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
		return send(fetch, { ...request, headers: typed }, asked, signal);
	}

	function read<T>(answer: HostAnswer, schema: z.ZodType<T>): T {
		return checked(schema, dataOf(answer, asked), asked);
	}

	function urlOf(path: string, query: Query = {}): URL {
		const url = new URL(`${asked.target.api}${path}`);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
		return url;
	}

	return {
		asked,
		async get(path, schema, query) {
			return read(await ask({ method: 'GET', url: urlOf(path, query) }), schema);
		},
		async send(method, path, schema, body) {
			return read(await ask({ method, url: urlOf(path), body: JSON.stringify(body) }), schema);
		},
		async pages<T>(path: string, schema: z.ZodType<readonly T[] | null>, most: number, query: Query = {}) {
			const items: T[] = [];
			for (let page = 1; page <= most; page += 1) {
				const url = urlOf(path, { ...query, page: String(page), limit: String(pageSize) });
				const answer = await ask({ method: 'GET', url });
				items.push(...(read(answer, schema) ?? []));
				// A server may give out fewer than it is asked for.
				if (!/rel="next"/.test(answer.headers['link'] ?? '')) return { items, isCut: false };
			}
			return { items, isCut: true };
		},
	};
}

/** The path of a repository in the API. */
export function repositoryPath({ owner, name }: { readonly owner: string; readonly name: string }): string {
	return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}
