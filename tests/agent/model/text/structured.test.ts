import { expect, it } from 'vitest';
import { z } from 'zod';
import type { StructuredRequest } from '../../../../src/agent/model/model.ts';
import { createOpenAiModel } from '../../../../src/agent/model/openai-model.ts';
import { startModelServer } from '../../../../src/demo/model-server/model-server.ts';
import type { RefusedFeature } from '../../../../src/demo/model-server/refused-feature.ts';

const schema = z.strictObject({ code: z.string().min(1), note: z.string().optional() });
type Answer = z.infer<typeof schema>;
const request: StructuredRequest<Answer> = {
	system: 'You code',
	prompt: 'Write it',
	name: 'tool',
	schema,
	seed: 7,
	temperature: 0.2,
};
const never = new AbortController().signal;
const good = { text: '{"code":"x","note":null}', usage: { input: 10, output: 2 } };

function coderAt(url: string) {
	return createOpenAiModel({ model: 'coder', baseUrl: url, retry: { tries: 1, baseMs: 1, maxMs: 1, maxAskedMs: 1 } });
}

it('an answer is asked for by a strict schema and validated', async () => {
	await using server = await startModelServer({ coder: [good] });
	expect(await coderAt(server.url).ask(request, never)).toEqual({
		value: { code: 'x' },
		usage: { inputTokens: 10, outputTokens: 2 },
	});
	expect(server.requests[0]?.body).toMatchObject({
		messages: [
			{ role: 'system', content: 'You code' },
			{ role: 'user', content: 'Write it' },
		],
		response_format: { type: 'json_schema', json_schema: { name: 'tool', strict: true } },
		seed: 7,
		temperature: 0.2,
	});
});

it.each<readonly [refuses: readonly RefusedFeature[], formats: readonly (string | undefined)[]]>([
	[['json_schema'], ['json_schema', 'json_object', 'json_object']],
	[
		['json_schema', 'json_object'],
		['json_schema', 'json_object', undefined, undefined],
	],
])('without %j it goes down the ladder once and stays there', async (refuses, formats) => {
	await using server = await startModelServer({ coder: [good, good] }, { refuses });
	const coder = coderAt(server.url);
	expect((await coder.ask(request, never)).value).toEqual({ code: 'x' });
	expect((await coder.ask(request, never)).value).toEqual({ code: 'x' });
	expect(server.requests.map(({ body }) => body.response_format?.type)).toEqual(formats);
	expect(server.requests.at(-1)?.body.messages.at(-1)?.content).toContain('JSON Schema:\n{"type":"object"');
});

it.each(['seed', 'temperature'] as const)('a refused %s is left out from then on', async (feature) => {
	await using server = await startModelServer({ coder: [good, good] }, { refuses: [feature] });
	const coder = coderAt(server.url);
	await coder.ask(request, never);
	await coder.ask(request, never);
	expect(server.requests.map(({ body }) => body[feature] !== undefined)).toEqual([true, false, false]);
});

it('a wrong answer is asked for once more, with what was wrong', async () => {
	await using server = await startModelServer({
		coder: [{ text: 'Sure! {"code":""}', usage: { input: 1, output: 1 } }, good],
	});
	expect(await coderAt(server.url).ask(request, never)).toEqual({
		value: { code: 'x' },
		usage: { inputTokens: 11, outputTokens: 3 },
	});
	expect(server.requests[1]?.body.messages.slice(2)).toEqual([
		{ role: 'assistant', content: 'Sure! {"code":""}' },
		{ role: 'user', content: expect.stringMatching(/^That answer cannot be used: code: Too small.*JSON Schema/s) },
	]);
});

it('two wrong answers fail', async () => {
	await using server = await startModelServer({ coder: [{ text: 'No' }, { text: '' }, good] });
	await expect(coderAt(server.url).ask(request, never)).rejects.toMatchObject({
		failure: 'bad-answer',
		message: `The model "coder" at ${server.url} gave no usable answer: it twice did not match the schema "tool"`,
	});
	expect(server.requests).toHaveLength(2);
});

it('an answer that was left in the reasoning counts', async () => {
	await using server = await startModelServer({ coder: [{ reasoning: '{"code":"x"}' }] });
	expect((await coderAt(server.url).ask(request, never)).value).toEqual({ code: 'x' });
});

it('a value that is no object is wrapped for the wire', async () => {
	await using server = await startModelServer({ coder: [{ text: '{"value":["a","b"]}' }] });
	const list: StructuredRequest<string[]> = { system: 's', prompt: 'p', name: 'list', schema: z.array(z.string()) };
	expect((await coderAt(server.url).ask(list, never)).value).toEqual(['a', 'b']);
});

it('an abort rejects with its reason', async () => {
	const reason = new Error('stopped');
	const stop = new AbortController();
	await using server = await startModelServer({
		coder: () => {
			stop.abort(reason);
			return { after: new Promise(() => {}) };
		},
	});
	await expect(coderAt(server.url).ask(request, stop.signal)).rejects.toBe(reason);
});
