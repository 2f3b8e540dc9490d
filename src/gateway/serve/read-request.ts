import { presentedKey } from '../dialects/headers.ts';
import type { Asked } from './asked.ts';

/** Of a request, that by which the gateway goes. */
export interface RequestHead {
	/** Path and query, without a key. */
	readonly target: string;
	/** As it was given, in whichever way. */
	readonly key: string | undefined;
}

/** Characters of path and query. */
const longestTarget = 2_048;

/** Undefined where path and query are none that a client of a model's server sends: absolute, with dots, escaped marks or other than visible ASCII. Pure. */
export function readHead({ target, headers }: Pick<Asked, 'target' | 'headers'>): RequestHead | undefined {
	if (target.length > longestTarget || !/^\/(?!\/)[\x21-\x7e]*$/.test(target)) return undefined;
	const [path = '', ...more] = target.split('?');
	const isPlain = !/[\\#]|%(?:2e|5c|00|0a|0d)|\/\.{1,2}(?:\/|$)/i.test(path) && more.length <= 1;
	if (!isPlain) return undefined;
	const { rest, keys } = withoutKey(more[0] ?? '');
	return { target: rest === '' ? path : `${path}?${rest}`, key: presentedKey(headers, keys) };
}

/** A query without its `key`, however that is written, and whatever stood there; Gemini's clients may give it so. */
function withoutKey(query: string): { readonly rest: string; readonly keys: readonly string[] } {
	const parts = query.split('&').filter((part) => part !== '');
	const isKey = (part: string) => new URLSearchParams(part).has('key');
	const keys = parts.filter(isKey).map((part) => new URLSearchParams(part).get('key') ?? '');
	return { rest: parts.filter((part) => !isKey(part)).join('&'), keys };
}

/** Whether it asks only if anybody is there, as Claude Code does before it begins. Pure. */
export function isGreeting({ method, target }: Pick<Asked, 'method' | 'target'>): boolean {
	if (method === 'HEAD' && target === '/') return true;
	return (method === 'GET' || method === 'HEAD') && target.split('?')[0] === '/api/hello';
}
