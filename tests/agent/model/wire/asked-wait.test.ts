import { APIError } from 'openai';
import { expect, it } from 'vitest';
import { readProblem } from '../../../../src/agent/model/wire/read-problem.ts';

const now = Date.parse('2026-11-28T10:00:00Z');

function waitOf(body: object, headers: Readonly<Record<string, string>> = {}, status = 429) {
	const problem = readProblem(APIError.generate(status, body, undefined, new Headers(headers)), now);
	return problem?.kind === 'refusal' ? problem.retryAfterMs : undefined;
}

it.each<readonly [vendor: string, ms: number, body: object, headers: Record<string, string>]>([
	['Groq in words', 432_500, { error: { message: 'Rate limit reached … Please try again in 7m12.5s. Visit …' } }, {}],
	['OpenAI in words', 120, { error: { message: 'Please try again in 120ms.' } }, {}],
	['Azure in words', 20_000, { error: { message: 'Please retry after 20 seconds.' } }, {}],
	['GitHub in words', 34_567_000, { error: { message: 'Please wait 34567 seconds before retrying.' } }, {}],
	[
		'Google',
		34_000,
		{ error: { message: 'Quota exceeded', details: [{ '@type': 'RetryInfo', retryDelay: '34s' }] } },
		{},
	],
	['OpenAI by header', 360_000, {}, { 'x-ratelimit-reset-requests': '6m0s', 'x-ratelimit-remaining-requests': '0' }],
	['Anthropic by header', 7_200_000, {}, { 'anthropic-ratelimit-tokens-reset': '2026-11-28T12:00:00Z' }],
	['OpenRouter by header', 3_600_000, {}, { 'x-ratelimit-reset': String(now + 3_600_000) }],
	['seconds since 1970', 60_000, {}, { 'x-ratelimit-reset': String(now / 1000 + 60) }],
])('the wait that %s asks for is read', (_, ms, body, headers) => {
	expect(waitOf(body, headers)).toBe(ms);
});

it('Retry-After counts before all others', () => {
	expect(waitOf({ error: { message: 'try again in 7m' } }, { 'retry-after': '3' })).toBe(3_000);
});

it('a limit of which something is left is not the one that was met', () => {
	const left = { 'x-ratelimit-reset-tokens': '6h0m0s', 'x-ratelimit-remaining-tokens': '4000' };
	expect(waitOf({}, left)).toBeUndefined();
});

it('what is no time, and what is no limit, asks for no wait', () => {
	expect(waitOf({ error: { message: 'try again in a while' } }, { 'x-ratelimit-reset': 'soon' })).toBeUndefined();
	expect(waitOf({ error: { message: 'try again in 7m' } }, {}, 500)).toBeUndefined();
});
