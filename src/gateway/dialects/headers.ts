import type { DialectName } from './dialect.ts';

/** Headers by their names in small letters, as Node gives them. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers of answers that reach the client, if the upstream sends them. */
export const answerHeaders: readonly string[] = [
	'content-type',
	'retry-after',
	'request-id',
	'x-request-id',
	'x-should-retry',
];

/**
 * The key that a client presents: `Authorization: Bearer`, `x-api-key` or `x-goog-api-key`, whichever dialect it speaks, or one of those in its
 * query. `undefined` where there is none, or where there are two different ones. Pure.
 */
export function presentedKey(headers: Headers, inQuery: readonly string[] = []): string | undefined {
	const bearer = /^Bearer +([^\s]+)$/i.exec(one(headers['authorization']) ?? '')?.[1];
	const keys = [bearer, one(headers['x-api-key']), one(headers['x-goog-api-key']), ...inQuery].filter(
		(key) => key !== undefined,
	);
	return new Set(keys).size === 1 ? keys[0] : undefined;
}

/** All headers of a request that goes upstream: what the dialect needs of those that came, and the operator's key. Nothing is packed on the way back. Pure. */
export function upstreamHeaders(
	dialect: DialectName,
	headers: Headers,
	streams: boolean,
	key: string | undefined,
): Record<string, string> {
	return {
		'content-type': 'application/json',
		accept: streams ? 'text/event-stream' : 'application/json',
		'accept-encoding': 'identity',
		...(dialect === 'messages' && anthropicHeaders(headers)),
		...(key !== undefined && keyHeader(dialect, key)),
	};
}

function keyHeader(dialect: DialectName, key: string): Record<string, string> {
	if (dialect === 'messages') return { 'x-api-key': key };
	return dialect === 'gemini' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

function anthropicHeaders(headers: Headers): Record<string, string> {
	const version = one(headers['anthropic-version']);
	const betas = listed(headers['anthropic-beta']).filter((name) => harmlessBetas.has(undatedBeta(name)));
	return {
		'anthropic-version': version !== undefined && knownVersions.has(version) ? version : '2023-06-01',
		...(betas.length > 0 && { 'anthropic-beta': [...new Set(betas)].join(',') }),
	};
}

/** Of Messages, of which it is known what requests ask for (https://platform.claude.com/docs/en/api/versioning). */
const knownVersions: ReadonlySet<string> = new Set(['2023-06-01', '2026-10-21']);

/**
 * Values of `anthropic-beta`, without their dates, that switch on nothing which runs, fetches or keeps anything at the provider: shapes of
 * requests and answers, limits, and the cache (https://platform.claude.com/docs/en/api/beta-headers, and those that Claude Code 2.1 sends).
 * Tool search is among them as its tools are not: with these the client searches, and the server adds what it names.
 */
const harmlessBetas: ReadonlySet<string> = new Set([
	...['claude-code', 'interleaved-thinking', 'dev-full-thinking', 'redact-thinking', 'thinking-token-count'],
	...['thinking-display-updates', 'thinking-binding-controls', 'effort', 'per-turn-control', 'task-budgets'],
	...[
		'mid-conversation-output-config',
		'structured-outputs',
		'context-1m',
		'context-management',
		'token-efficient-tools',
	],
	...['model-context-window-exceeded', 'output-128k', 'output-300k', 'max-tokens-3-5-sonnet', 'token-counting', 'pdfs'],
	...['fine-grained-tool-streaming', 'prompt-caching', 'prompt-caching-scope', 'extended-cache-ttl', 'tool-examples'],
	...['advanced-tool-use', 'tool-search-tool', 'mid-conversation-system', 'mid-conversation-system-clear-at'],
	...['mid-conversation-tool-changes', 'inline-tools'],
]);

/** `claude-code-20250219` and `effort-2025-11-24` without their dates. */
function undatedBeta(name: string): string {
	return name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '');
}

/** A header that stands there once. */
function one(value: string | readonly string[] | undefined): string | undefined {
	const values = typeof value === 'string' ? [value] : (value ?? []);
	return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}

/** A header that is a list, over all of its lines. */
function listed(value: string | readonly string[] | undefined): string[] {
	const lines = typeof value === 'string' ? [value] : (value ?? []);
	return lines.flatMap((line) => line.split(',').map((name) => name.trim())).slice(0, 50);
}
