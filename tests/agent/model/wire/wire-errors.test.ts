import { APIConnectionError, APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../../../src/agent/model/wire/asked-wait.ts';
import { readProblem } from '../../../../src/agent/model/wire/read-problem.ts';
import { type EndpointNames, explainProblem, type Verdict } from '../../../../src/agent/model/wire/wire-errors.ts';

const names: EndpointNames = {
	url: 'http://127.0.0.1:11434/v1',
	model: 'qwen3',
	key: 'very-secret-word',
	silenceMs: 120_000,
	settings: { baseUrl: 'OPENAI_BASE_URL', apiKey: 'OPENAI_API_KEY', model: 'BRAIN_MODEL' },
};

function explain(error: unknown, of: EndpointNames = names): Verdict | undefined {
	const problem = readProblem(error, 0);
	return problem && explainProblem(problem, of);
}

const at = 'The model endpoint at http://127.0.0.1:11434/v1';
const usedUp = `${at} says that the credit of the key is used up: check its plan, or set another OPENAI_API_KEY`;
const json = (status: number | undefined, error: object) =>
	APIError.generate(status, { error }, undefined, new Headers());
const plain = (status: number, text: string) => APIError.generate(status, undefined, text, new Headers());
/** What happens in a stream: there is no status, and the library builds the error itself. */
const inStream = (error: object) => new APIError(undefined, error, undefined, new Headers());

function unconnected(code: string): APIConnectionError {
	return new APIConnectionError({
		cause: new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }),
	});
}

describe('what people are told', () => {
	it.each<readonly [error: Error, failure: string, sentence: string]>([
		[unconnected('ECONNREFUSED'), 'unreachable', `${at} refused the connection: is the server running?`],
		[unconnected('ENOTFOUND'), 'unreachable', `${at} was not found by name: check OPENAI_BASE_URL`],
		[
			unconnected('ECONNRESET'),
			'unreachable',
			`${at} could not be reached (ECONNRESET): check OPENAI_BASE_URL and the network`,
		],
		[
			unconnected('SELF_SIGNED_CERT_IN_CHAIN'),
			'unreachable',
			`${at} has a certificate that is not trusted here (SELF_SIGNED_CERT_IN_CHAIN): set NODE_EXTRA_CA_CERTS`,
		],
		[
			unconnected('ERR_SSL_WRONG_VERSION_NUMBER'),
			'unreachable',
			`${at} speaks no TLS: check http or https in OPENAI_BASE_URL`,
		],
		[
			json(401, { message: 'Incorrect API key provided: very-secret-word' }),
			'unauthorized',
			`${at} does not accept the key: check OPENAI_API_KEY`,
		],
		[
			json(403, { message: 'Country not supported' }),
			'unauthorized',
			`${at} does not allow this (status 403: Country not supported): check OPENAI_API_KEY and what it may use`,
		],
		[
			json(404, { message: 'The model `qwen3` does not exist' }),
			'unknown-model',
			'The model "qwen3" is not known at http://127.0.0.1:11434/v1: set BRAIN_MODEL',
		],
		[
			json(400, { message: 'qwen3 is not a valid model ID' }),
			'unknown-model',
			'The model "qwen3" is not known at http://127.0.0.1:11434/v1: set BRAIN_MODEL',
		],
		[
			plain(404, '404 page not found'),
			'unknown-model',
			`${at} has no chat completions or no model "qwen3": check OPENAI_BASE_URL (it usually ends in /v1) and BRAIN_MODEL`,
		],
		[
			json(429, { message: 'Rate limit reached' }),
			'rate-limited',
			`${at} is limiting requests: wait a while and try again`,
		],
		[json(429, { code: 'insufficient_quota' }), 'rate-limited', usedUp],
		[
			json(400, {
				message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
			}),
			'rate-limited',
			usedUp,
		],
		[
			json(403, { message: 'Your team has used all available credits or reached its monthly spending limit.' }),
			'rate-limited',
			usedUp,
		],
		[json(403, { code: 30001, message: 'Sorry, your account balance is insufficient' }), 'rate-limited', usedUp],
		[
			json(400, { code: 'Arrearage', message: 'Access denied, please make sure your account is in good standing.' }),
			'rate-limited',
			usedUp,
		],
		[json(429, { code: '1113', message: '余额不足或无可用资源包,请充值。' }), 'rate-limited', usedUp],
		[
			json(412, { message: 'Account a is suspended, possibly due to reaching the monthly spending limit' }),
			'rate-limited',
			usedUp,
		],
		[
			json(400, {
				message: 'Provider returned error',
				metadata: { raw: '{"error":{"message":"One image at most."}}' },
			}),
			'refused-request',
			`${at} refused the request (status 400: One image at most.): check BRAIN_MODEL and OPENAI_BASE_URL`,
		],
		[
			json(503, { message: 'Loading model' }),
			'server-error',
			`${at} failed (status 503: Loading model): try again later`,
		],
		[plain(502, '<html><h1>Bad Gateway</h1></html>'), 'server-error', `${at} failed (status 502): try again later`],
		[
			json(400, { message: 'qwen3 does not support tools' }),
			'refused-request',
			`${at} refused the request (status 400: qwen3 does not support tools): check BRAIN_MODEL and OPENAI_BASE_URL`,
		],
		[
			json(400, { message: "The response was filtered due to Azure OpenAI's policy", code: 'content_filter' }),
			'bad-answer',
			'The filter of the model "qwen3" at http://127.0.0.1:11434/v1 held the conversation back (status 400: The response was filtered due to Azure OpenAI\'s policy): say it in other words, or in a new conversation',
		],
		[
			plain(413, '<html><h1>413 Request Entity Too Large</h1></html>'),
			'context-overflow',
			'The conversation no longer fits into the context window of the model "qwen3": start a new one',
		],
		[
			json(400, { message: 'x', code: 'tool_use_failed' }),
			'bad-answer',
			'The model "qwen3" at http://127.0.0.1:11434/v1 gave no usable answer: it made a broken tool call',
		],
		[
			inStream({ message: 'Provider returned error', code: 502 }),
			'server-error',
			`${at} failed (status 502: Provider returned error): try again later`,
		],
		[
			new SyntaxError('x'),
			'bad-answer',
			'The model "qwen3" at http://127.0.0.1:11434/v1 gave no usable answer: it sent broken JSON',
		],
	])('%s is %s', (error, failure, message) => {
		expect(explain(error)).toMatchObject({ failure, message });
	});

	it('without a key a person is told to set one', () => {
		expect(explain(json(401, {}), { ...names, key: undefined })?.message).toBe(
			`${at} asks for a key: set OPENAI_API_KEY`,
		);
	});

	it('an error that is none of the wire is not explained away', () => {
		expect(readProblem(new TypeError('x is not a function'), 0)).toBeUndefined();
	});
});

describe('what may help', () => {
	it.each<readonly [error: Error, retry: boolean]>([
		[unconnected('ECONNREFUSED'), true],
		[unconnected('UND_ERR_SOCKET'), true],
		[unconnected('ENOTFOUND'), false],
		[json(401, {}), false],
		[json(404, {}), false],
		[json(400, {}), false],
		[json(422, { message: 'no' }), false],
		[json(429, {}), true],
		[json(429, { code: 'insufficient_quota' }), false],
		[json(402, { message: 'Insufficient credits' }), false],
		[json(500, {}), true],
		[json(501, {}), false],
		[json(503, {}), true],
		[json(408, {}), true],
		[inStream({ message: 'overloaded' }), true],
	])('%s: trying again makes sense: %s', (error, retry) => {
		expect(explain(error)?.retry).toBe(retry);
	});
});

describe('secrets', () => {
	it.each([
		['the key', json(400, { message: 'Bad header X-Token very-secret-word' })],
		['another key', json(500, { message: 'upstream said: invalid key sk-proj-abcdefgh-12345' })],
		[
			'the request',
			json(400, {
				message:
					"1 validation error: field required [type=missing, input_value={'messages': 'my diary'}, input_type=dict]",
			}),
		],
		[
			'the request in details',
			json(422, { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted', input: 'my diary' }] }),
		],
	])('a sentence never holds %s', (_, error) => {
		const message = explain(error)?.message ?? '';
		expect(message).toContain('status');
		expect(message).not.toMatch(/very-secret|abcdefgh|diary/);
	});

	it('the words of a server are one line of at most 200 characters', () => {
		const message = explain(json(400, { message: `a\n\u001b[31m${'b'.repeat(1000)}` }))?.message ?? '';
		expect(message).toContain('(status 400: a [31mbbb');
		expect(message.length).toBeLessThan(350);
	});

	it('validation details name the field', () => {
		const error = json(422, { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] });
		expect(explain(error)?.message).toContain('body.seed: Extra inputs are not permitted');
	});
});

it.each<readonly [headers: Record<string, string>, ms: number | undefined]>([
	[{ 'retry-after': '2' }, 2000],
	[{ 'retry-after': '0.5' }, 500],
	[{ 'retry-after-ms': '150', 'retry-after': '2' }, 150],
	[{ 'retry-after': 'Thu, 01 Jan 1970 00:00:09 GMT' }, 8000],
	[{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
	[{ 'retry-after': 'soon' }, undefined],
	[{}, undefined],
])('the wait asked for by %j is %s ms', (headers, ms) => {
	expect(readRetryAfter(new Headers(headers), 1000)).toBe(ms);
});
