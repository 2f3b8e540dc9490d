import { describe, expect, it } from 'vitest';
import { WireError } from '../../../../src/agent/model/wire/wire-problem.ts';
import { call, paris, piece, readChunks, replyOf, rome, stop, weather } from '../../../support/read-chunks.ts';
import { delta } from '../../../support/wire-server.ts';

describe('text and reasoning', () => {
	it.each<readonly [what: string, deltas: readonly object[], expected: object]>([
		['reasoning_content', [{ reasoning_content: 'hm' }, { content: 'Hi' }], { text: 'Hi', reasoning: 'hm' }],
		['reasoning', [{ reasoning: 'hm' }, { content: 'Hi' }], { text: 'Hi', reasoning: 'hm' }],
		['reasoning_text', [{ reasoning_text: 'hm' }, { content: 'Hi' }], { text: 'Hi', reasoning: 'hm' }],
		[
			'the same reasoning under two names',
			[{ reasoning: 'hm', reasoning_content: 'hm' }],
			{ text: '', reasoning: 'hm' },
		],
		['empty roles', [{ role: '', content: 'Hi' }], { text: 'Hi', reasoning: '' }],
		['null content', [{ content: null }, { content: 'Hi' }], { text: 'Hi', reasoning: '' }],
		['content as a list of parts', [{ content: [{ type: 'text', text: 'Hi' }] }], { text: 'Hi', reasoning: '' }],
		[
			'thinking parts',
			[{ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }],
			{ text: '', reasoning: 'hm' },
		],
		['a refusal', [{ refusal: 'I cannot' }], { text: 'I cannot', reasoning: '' }],
		['lone surrogates', [{ content: 'a\ud83d' }, { content: 'b' }], { text: 'a\ufffdb', reasoning: '' }],
		['a surrogate pair cut in two', [{ content: 'a\ud83d' }, { content: '\ude00' }], { text: 'a😀', reasoning: '' }],
		[
			'a thought without opening tag',
			[{ content: 'let me\n' }, { content: '</thi' }, { content: 'nk>\nHi' }],
			{ text: 'Hi', reasoning: 'let me' },
		],
		['nothing', [], { text: '', reasoning: '', calls: [] }],
	])('%s is read', (_, deltas, expected) => {
		expect(replyOf([...deltas.map((fields) => delta(fields)), stop])).toMatchObject(expected);
	});

	it('a missing opening tag is remembered', () => {
		expect(readChunks([delta({ content: 'hm\n</think>\nHi' }), stop]).opensInThought).toBe(true);
		expect(readChunks([delta({ content: 'Hi' }), stop]).opensInThought).toBeUndefined();
	});
});

describe('several choices', () => {
	const of = (index: number, fields: object, finish_reason: string | null = null) => ({
		choices: [{ index, delta: fields, finish_reason }],
	});
	const made = (args: string, rest: object = {}) => ({ tool_calls: [call('get_weather', args, rest)] });

	it.each<readonly [what: string, chunks: readonly unknown[], expected: object]>([
		[
			'words in the first, a call in the second',
			[
				{
					choices: [
						{ index: 0, message: { content: "I'm on it." }, finish_reason: 'stop' },
						{ index: 1, message: { content: null, ...made(paris) }, finish_reason: 'tool_calls' },
					],
				},
			],
			{ text: "I'm on it.", calls: weather(paris) },
		],
		[
			'words in both, in chunks of their own',
			[
				of(0, { content: 'first ' }),
				of(1, { content: 'second' }),
				of(0, { content: 'answer' }, 'stop'),
				of(1, {}, 'stop'),
			],
			{ text: 'first answer', calls: [] },
		],
		[
			'words in both, the second first',
			[of(1, { content: 'second' }), of(0, { content: 'first' }), of(1, {}, 'length'), of(0, {}, 'stop')],
			{ text: 'first', cut: false },
		],
		[
			'words in both, without indexes',
			[{ choices: [{ delta: { content: 'first' } }, { delta: { content: 'second' } }] }, stop],
			{ text: 'first' },
		],
		[
			'words in both, under the same index',
			[
				{
					choices: [
						{ index: 0, delta: { content: 'first' } },
						{ index: 0, delta: { content: 'second' } },
					],
				},
				stop,
			],
			{ text: 'first' },
		],
		['words in the second alone', [of(0, {}, 'stop'), of(1, { content: 'second' }, 'stop')], { text: 'second' }],
		[
			'calls in both, their pieces in turns, under the same index and id',
			[
				of(0, made('{"city":', { index: 0, id: 'a' })),
				of(1, made('{"city":', { index: 0, id: 'a' })),
				of(0, { tool_calls: [piece('"Paris"}', { index: 0 })] }),
				of(1, { tool_calls: [piece('"Rome"}', { index: 0 })] }),
				of(0, {}, 'tool_calls'),
				of(1, {}, 'tool_calls'),
			],
			{ calls: weather(paris, rome) },
		],
		['the same call in both', [of(0, made(paris), 'stop'), of(1, made(paris), 'stop')], { calls: weather(paris) }],
		['reasoning in both', [of(0, { reasoning: 'a' }), of(1, { reasoning: 'b' }), stop], { reasoning: 'a' }],
	])('%s: the words of the first, the calls of any', (_, chunks, expected) => {
		expect(replyOf(chunks)).toMatchObject(expected);
	});

	it('are waited for until each has ended', () => {
		expect(() => readChunks([of(0, {}, 'stop')], false)).not.toThrow();
		expect(readChunks([of(0, { content: 'x' }, 'stop'), of(1, made(paris))]).reply.calls).toEqual(weather(paris));
	});

	it('a call under the name that it had before tool_calls is read', () => {
		const former = { function_call: { name: 'get_weather', arguments: paris } };
		expect(replyOf([delta(former), stop]).calls).toEqual(weather(paris));
	});
});

describe('usage and ends', () => {
	const usage = { prompt_tokens: 10, completion_tokens: 5 };
	const counted = { inputTokens: 10, outputTokens: 5 };
	const text = delta({ content: 'Hi' });

	it.each<readonly [what: string, chunks: readonly unknown[], expected: unknown]>([
		['in a last chunk without choices', [text, stop, { choices: [], usage }], counted],
		['in a chunk that has no choices at all', [text, stop, { usage }], counted],
		['null in between', [{ ...(text as object), usage: null }, stop, { choices: [], usage }], counted],
		[
			'cumulative on every chunk',
			[
				{ ...(text as object), usage: { prompt_tokens: 10, completion_tokens: 1 } },
				{ ...(stop as object), usage },
			],
			counted,
		],
		['in the choice', [text, { choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] }], counted],
		['under other names', [text, stop, { usage: { input_tokens: 10, output_tokens: 5 } }], counted],
		[
			'whose thoughts stand in the total alone',
			[text, stop, { usage: { prompt_tokens: 32, completion_tokens: 9, total_tokens: 135 } }],
			{ inputTokens: 32, outputTokens: 103 },
		],
		['whose total is less', [text, stop, { usage: { ...usage, total_tokens: 3 } }], counted],
		[
			'negative, broken or not a number',
			[text, stop, { usage: { prompt_tokens: -3, completion_tokens: Number.NaN } }],
			{ inputTokens: 0, outputTokens: 0 },
		],
		['absent', [text, stop], undefined],
		['null', [text, stop, { choices: [], usage: null }], undefined],
		['empty', [text, stop, { choices: [], usage: {} }], undefined],
	])('usage %s is counted', (_, chunks, expected) => {
		expect(replyOf(chunks).usage).toEqual(expected);
	});

	it.each(['length', 'max_tokens', 'model_length'])('finish reason "%s" says that the reply is cut', (reason) => {
		expect(replyOf([text, delta({}, reason)])).toMatchObject({ text: 'Hi', cut: true });
		expect(replyOf([text, stop]).cut).toBe(false);
	});

	it('a marked end without a reason is an end, an unmarked one is a break', () => {
		expect(readChunks([text], true).reply.text).toBe('Hi');
		expect(() => readChunks([text], false)).toThrow(WireError);
		expect(readChunks([text, stop], false).reply.text).toBe('Hi');
	});

	it.each<readonly [reason: string, problem: object]>([
		['error', { kind: 'refusal', said: 'the answer ended with "error"' }],
		['model_context_window_exceeded', { kind: 'refusal', all: 'context_length_exceeded' }],
		['content_filter', { kind: 'unusable' }],
	])('finish reason "%s" without an answer is a problem', (reason, problem) => {
		expect(() => readChunks([delta({}, reason)])).toThrow(
			expect.objectContaining({ problem: expect.objectContaining(problem) }),
		);
	});

	it.each([
		[null],
		[[]],
		['text'],
		[{}],
		[{ choices: null }],
		[{ choices: [null] }],
		[{ choices: [{ delta: null }] }],
		[{ choices: [{ delta: { tool_calls: [null, 1] } }] }],
	])('a chunk that is %j is nothing', (chunk) => {
		expect(replyOf([chunk, stop])).toMatchObject({ text: '', calls: [] });
	});

	it('a whole completion is read like a stream', () => {
		const message = {
			role: 'assistant',
			content: null,
			tool_calls: [call('get_weather', paris, { id: 'a' }), call('get_weather', rome, { id: 'b' })],
		};
		expect(replyOf([{ choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage }])).toMatchObject({
			calls: weather(paris, rome),
			usage: counted,
		});
	});
});
