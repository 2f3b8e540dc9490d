import { describe, expect, it } from 'vitest';
import { addresses, least, rewrite, rules, sent } from './rewrites.ts';

describe('the output limit', () => {
	const cap = rules.outputCap;

	it.each([
		['none', undefined, cap],
		['a lower one', 100, 100],
		['a higher one', 10 ** 9, cap],
		['one without an end', -1, cap],
		['zero', 0, cap],
		['half a token', 0.5, cap],
		['no number', 'all', cap],
	])('that is %s is never above the cap', (_, asked, tokens) => {
		expect(sent(addresses.chat, { ...least.chat, max_tokens: asked })).toMatchObject({
			maxOutput: tokens,
			value: { max_tokens: tokens },
		});
		expect(sent(addresses.responses, { ...least.responses, max_output_tokens: asked }).value['max_output_tokens']).toBe(
			tokens,
		);
		expect(sent(addresses.messages, { ...least.messages, max_tokens: asked }).value['max_tokens']).toBe(tokens);
		const config = { generationConfig: { maxOutputTokens: asked } };
		expect(sent(addresses.gemini, { ...least.gemini, ...config }).value['generationConfig']).toEqual({
			maxOutputTokens: tokens,
		});
	});

	it('is read as a number, however that is written', () => {
		const body = (written: string) => `{"model":"fake-model","messages":[],"max_tokens":${written}}`;
		expect(sent(addresses.chat, body('1e2')).maxOutput).toBe(100);
		expect(sent(addresses.chat, body('50.0')).maxOutput).toBe(50);
		expect(sent(addresses.chat, body('123456789012345678901234567890')).maxOutput).toBe(cap);
		expect(sent(addresses.chat, body('1e999')).maxOutput).toBe(cap);
	});

	it('of Chat Completions keeps the client’s name for it, or takes the upstream’s', () => {
		const named = sent(addresses.chat, { ...least.chat, max_completion_tokens: 9, max_tokens: 99_999_999 });
		expect(named.value).toEqual({ ...least.chat, max_completion_tokens: 9 });
		const under = { ...rules, chatLimit: 'max_completion_tokens' } as const;
		expect(sent(addresses.chat, least.chat, under).value).toEqual({ ...least.chat, max_completion_tokens: cap });
		const other = { ...least.chat, max_tokens: 7 };
		expect(sent(addresses.chat, other, under).value).toEqual({ ...least.chat, max_completion_tokens: 7 });
	});

	it.each<[string, object, number]>([
		['a model that was not told to think', {}, 81_920],
		['one that was', { enable_thinking: true }, 81_920],
		['one with a budget for it', { enable_thinking: true, thinking_budget: 50 }, 50],
		['one that is not to', { enable_thinking: false }, 0],
		['one whose template is not to', { chat_template_kwargs: { enable_thinking: false } }, 0],
	])('holds room for what %s thinks beside it', (_, asked, beside) => {
		const request = { ...least.chat, max_tokens: 100, ...asked };
		expect(sent(addresses.chat, request, { ...rules, thoughtBeside: 81_920 }).maxOutput).toBe(100 + beside);
	});

	it('of Messages stays above the thinking', () => {
		const thinking = (budget: number, most: number) =>
			sent(
				addresses.messages,
				{ ...least.messages, max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: budget } },
				{ ...rules, outputCap: most },
			).value['thinking'];
		expect(thinking(63_999, 64_000)).toEqual({ type: 'enabled', budget_tokens: 63_999 });
		expect(thinking(63_999, 32_000)).toEqual({ type: 'enabled', budget_tokens: 30_976 });
		expect(thinking(63_999, 1500)).toBeUndefined();
	});
});

describe('one call', () => {
	it.each([
		[addresses.chat, { ...least.chat, n: 2 }],
		[addresses.gemini, { ...least.gemini, generationConfig: { candidateCount: 3 } }],
	])('of %s has one answer', (target, request) => {
		expect(rewrite(target, request)).toMatchObject({ kind: 'refused', status: 400 });
		expect(
			sent(target, JSON.parse(JSON.stringify(request).replace(/"(n|candidateCount)":\d/, '"$1":1'))).body,
		).not.toMatch(/"n"|candidateCount/);
	});

	it('asks for usage in every stream of chat', () => {
		const streamed = {
			...least.chat,
			stream: true,
			stream_options: { include_usage: false, include_obfuscation: true },
		};
		expect(sent(addresses.chat, streamed).value['stream_options']).toEqual({ include_usage: true });
		expect(sent(addresses.chat, { ...least.chat, stream_options: { include_usage: true } }).value).not.toHaveProperty(
			'stream_options',
		);
	});

	it('chooses no tool that is not there', () => {
		const tools = [{ type: 'function', function: { name: 'own', parameters: { type: 'object' } } }];
		const choosing = (name: string) =>
			sent(addresses.chat, { ...least.chat, tools, tool_choice: { type: 'function', function: { name } } }).value;
		expect(choosing('own')).toHaveProperty('tool_choice');
		expect(choosing('$web_search')).not.toHaveProperty('tool_choice');
	});

	it('is never kept at the provider', () => {
		expect(sent(addresses.responses, { ...least.responses, store: true }).value['store']).toBe(false);
		expect(sent(addresses.responses, least.responses).value['store']).toBe(false);
	});

	it.each(['chat', 'gemini'] as const)('of %s tells those who keep what they are not told not to', (dialect) => {
		const asked = { ...least[dialect], store: true };
		const keeping = { ...rules, keepsUnlessTold: true };
		expect(sent(addresses[dialect], asked, keeping).value['store']).toBe(false);
		expect(sent(addresses[dialect], asked).value).not.toHaveProperty('store');
	});

	it.each(['dear', 'FAKE-MODEL', 'fake-model ', '', 7, null, ['fake-model']])(
		'asks no model but those that are offered: %j',
		(model) => {
			expect(rewrite(addresses.chat, { ...least.chat, model })).toMatchObject({ kind: 'refused', status: 404 });
		},
	);

	it('says a model’s name without what could do harm', () => {
		const rewritten = rewrite(addresses.chat, { ...least.chat, model: `\u001b[31m\n${'x'.repeat(500)}` });
		const sentence = rewritten.kind === 'refused' ? rewritten.sentence : '';
		expect(sentence).toMatch(/^The model “\?\?31m\?x+” is not offered/);
		expect(sentence.length).toBeLessThan(300);
	});

	it('asks a model of which the name has a slash', () => {
		expect(sent('/v1beta/models/other%2Fmodel:generateContent', least.gemini)).toMatchObject({
			path: '/v1beta/models/other%2Fmodel:generateContent',
			model: 'other/model',
			streams: false,
		});
	});
});

describe('the estimate of the input', () => {
	it('is a third of the bytes, and so much a picture', () => {
		const text = sent(addresses.chat, { ...least.chat, messages: [{ role: 'user', content: 'x'.repeat(30_000) }] });
		expect(text.inputEstimate).toBeGreaterThan(10_000);
		expect(text.inputEstimate).toBeLessThan(10_100);
		const url = `data:image/png;base64,${'A'.repeat(3_000_000)}`;
		const picture = sent(addresses.chat, {
			...least.chat,
			messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
		});
		expect(picture.inputEstimate).toBeGreaterThan(5000);
		expect(picture.inputEstimate).toBeLessThan(5200);
	});

	it('grows with a document', () => {
		const source = { type: 'base64', media_type: 'application/pdf', data: 'A'.repeat(1_000_000) };
		const request = { ...least.messages, messages: [{ role: 'user', content: [{ type: 'document', source }] }] };
		expect(sent(addresses.messages, request).inputEstimate).toBeGreaterThan(50_000);
	});
});
