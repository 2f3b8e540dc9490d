import type { Route } from './dialect.ts';

/** An address that was asked for: its path as it stands there, and its query. */
export interface Target {
	readonly path: string;
	readonly query: URLSearchParams;
}

/** Takes path and query apart. Nothing is resolved or decoded in the path: `..` and `%2e` stay what they are, and lead nowhere. Pure. */
export function targetOf(target: string): Target {
	const at = target.indexOf('?');
	const path = at === -1 ? target : target.slice(0, at);
	return { path, query: new URLSearchParams(at === -1 ? '' : target.slice(at + 1)) };
}

/** OpenAI's and Anthropic's lists of models, which have one address. */
export function openAiLists(method: string, path: string): Route | undefined {
	if (method !== 'GET') return undefined;
	if (path === '/v1/models') return { call: 'models', path: '/models' };
	const model = modelIn(path, '/v1/models/');
	return model === undefined ? undefined : { call: 'model', path: `/models/${model}`, model };
}

/** The model at the end of a path; it may have slashes, and they may be percent-encoded. */
export function modelIn(path: string, before: string): string | undefined {
	const rest = path.startsWith(before)
		? path.slice(before.length).replaceAll(/%2f/gi, '/').replaceAll(/%3a/gi, ':')
		: '';
	return /^[\w.:/@+-]{1,200}$/.test(rest) ? rest : undefined;
}
