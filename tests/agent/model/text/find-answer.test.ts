import { expect, it } from 'vitest';
import { z } from 'zod';
import { findAnswer } from '../../../../src/agent/model/text/find-answer.ts';

const schema = z.strictObject({ code: z.string().min(1), note: z.string().optional() });
const value = { code: 'x' };

it.each<readonly [where: string, text: string, reasoning: string]>([
	['alone', '{"code":"x"}', ''],
	['in a fence', '```json\n{"code":"x"}\n```', ''],
	['amid prose', 'Here it is: {"code":"x"}. Enjoy!', ''],
	['after a draft that does not match', 'First {"draft":1}, better {"code":"x"}', ''],
	['before something else', '{"code":"x"} and {"other":1}', ''],
	['in the reasoning, the content being empty', '', 'I answer {"code":"x"}'],
	['with raw newlines', '{"code":"x",\n}', ''],
	['with null for what is optional', '{"code":"x","note":null}', ''],
])('an answer is found %s', (_, text, reasoning) => {
	expect(findAnswer({ text, reasoning }, { schema, wrapped: false })).toEqual({ ok: true, value });
});

it('nulls are taken out only where they do not belong, at any depth', () => {
	const deep = z.object({
		list: z.array(z.object({ a: z.string().optional(), b: z.null() })),
		either: z.union([
			z.object({ t: z.literal(1), x: z.int().optional() }),
			z.object({ t: z.literal(2), y: z.int().optional() }),
		]),
	});
	const text = '{"list":[{"a":null,"b":null}],"either":{"t":2,"y":null}}';
	expect(findAnswer({ text, reasoning: '' }, { schema: deep, wrapped: false })).toEqual({
		ok: true,
		value: { list: [{ b: null }], either: { t: 2 } },
	});
});

it('a value that was wrapped is unwrapped', () => {
	expect(
		findAnswer({ text: '{"value":["a"]}', reasoning: '' }, { schema: z.array(z.string()), wrapped: true }),
	).toEqual({
		ok: true,
		value: ['a'],
	});
});

it.each<readonly [text: string, reason: string | RegExp]>([
	['', 'there is no whole JSON object in it'],
	['I cannot', 'there is no whole JSON object in it'],
	['{"code":"x', 'there is no whole JSON object in it'],
	['{"code":""}', /^code: Too small/],
	['{"code":null}', /^code: Invalid input/],
])('%j is no answer, and the reason is told', (text, reason) => {
	expect(findAnswer({ text, reasoning: '' }, { schema, wrapped: false })).toEqual({
		ok: false,
		reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
	});
});
