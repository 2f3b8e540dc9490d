/** Milliseconds the server asks to wait: `Retry-After-Ms`, or `Retry-After` as seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(headers: Headers | undefined, now: number): number | undefined {
	const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
	if (Number.isFinite(exact)) return Math.max(0, exact);
	const value = headers?.get('retry-after') ?? '';
	const ms = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
	return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** How vendors say in words, or in their error's fields, when a limit is over. Each is followed by a span such as `7m12.5s`. */
const saidBefore: readonly RegExp[] = [
	// Google: google.rpc.RetryInfo in `details` (https://ai.google.dev/gemini-api/docs/rate-limits)
	/"retryDelay"\s*:\s*"/,
	// OpenAI and Groq: "Please try again in 7m12.5s" (https://console.groq.com/docs/rate-limits)
	/try again in /i,
	// Azure: "Please retry after 20 seconds"
	/retry (after|in) /i,
	// GitHub: "Please wait 34567 seconds before retrying"
	/please wait (for )?/i,
];

/** The wait that an error names, in milliseconds; only of limits, where it is not the server's own. Pure. */
export function saidWait(all: string, status: number | undefined): number | undefined {
	if (status !== 429) return undefined;
	for (const before of saidBefore) {
		const found = before.exec(all);
		const ms = found === null ? undefined : spanOf(all.slice(found.index + found[0].length, found.index + 80));
		if (ms !== undefined) return ms;
	}
	return undefined;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span at the start of a text: `6m0s`, `34s`, `120ms`, `20 seconds`. */
function spanOf(text: string): number | undefined {
	const words = /^(\d{1,9}) ?(seconds?|minutes?|hours?|days?)\b/i.exec(text);
	if (words !== null) return Number(words[1]) * (unitMs[words[2]?.charAt(0).toLowerCase() ?? ''] ?? 0);
	const span = /^(\d{1,9}(\.\d{1,9})?(ms|[smhd])){1,5}/.exec(text)?.[0];
	if (span === undefined) return undefined;
	const parts = span.matchAll(/([\d.]+)(ms|[smhd])/g);
	return [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0), 0);
}

/**
 * The headers in which vendors say when a limit is over, besides `Retry-After`: spans (OpenAI, Groq, Together), dates (Anthropic,
 * https://docs.claude.com/en/api/rate-limits), milliseconds or seconds since 1970 (OpenRouter, https://openrouter.ai/docs/api-reference/limits).
 * `left`: the header that counts what is left of that limit; one with some left is not the one that was met.
 */
const resets: readonly { readonly name: string; readonly left: string }[] = [
	{ name: 'x-ratelimit-reset-requests', left: 'x-ratelimit-remaining-requests' },
	{ name: 'x-ratelimit-reset-tokens', left: 'x-ratelimit-remaining-tokens' },
	{ name: 'anthropic-ratelimit-requests-reset', left: 'anthropic-ratelimit-requests-remaining' },
	{ name: 'anthropic-ratelimit-tokens-reset', left: 'anthropic-ratelimit-tokens-remaining' },
	{ name: 'x-ratelimit-reset', left: 'x-ratelimit-remaining' },
];

/** The time until the limit that was met is over, in milliseconds. Pure. */
export function resetIn(headers: Headers | undefined, now: number, status: number | undefined): number | undefined {
	if (status !== 429 || headers === undefined) return undefined;
	const met = resets.filter(({ left }) => Number(headers.get(left) ?? 0) <= 0);
	const waits = met.flatMap(({ name }) => untilReset(headers.get(name) ?? '', now) ?? []);
	return waits.length === 0 ? undefined : Math.max(...waits);
}

const yearMs = 365 * 86_400_000;

function untilReset(value: string, now: number): number | undefined {
	const ms = /^\d+(\.\d+)?$/.test(value) ? fromCount(Number(value), now) : (spanOf(value) ?? Date.parse(value) - now);
	return ms >= 0 && ms <= yearMs ? ms : undefined;
}

/** Seconds from now, seconds since 1970, or milliseconds since 1970: by their size. */
function fromCount(count: number, now: number): number {
	if (count > 1e11) return count - now;
	return count > 1e9 ? count * 1000 - now : count * 1000;
}
