import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findAnswer } from '../../../src/agent/model/text/find-answer.ts';
import { isRecord, parseJson, parseLooseJson } from '../../../src/agent/model/text/json-text.ts';
import { createMender, escapeControls } from '../../../src/agent/model/text/mend-json.ts';
import { repairArguments } from '../../../src/agent/model/text/repair-arguments.ts';
import { createThinkSplitter } from '../../../src/agent/model/text/think-tags.ts';
import { createCompleteness } from '../../../src/agent/model/wire/completeness.ts';
import { explainProblem } from '../../../src/agent/model/wire/wire-errors.ts';
import { call, piece, readChunks, replyOf, stop, toolStop } from '../../support/read-chunks.ts';
import { callDelta, delta } from '../../support/wire-server.ts';

/** Each of these took minutes, or more memory than there is, when its cost was the square of its length. */
const deadline = 20_000;
const megabyte = 2 ** 20;

/** So many pieces with nothing in common but what `of` says. */
const pieces = (count: number, of: (at: number) => unknown): unknown[] =>
	Array.from({ length: count }, (_, at) => of(at));

describe('a megabyte is read in a time that depends on its length', () => {
	it.each<readonly [what: string, chunks: () => unknown[], expected: object]>([
		[
			'of arguments with the name in each piece',
			() => [
				callDelta(call('list', '{"a":"', { index: 0, id: 'a' })),
				...pieces(megabyte / 8 - 10, () => callDelta(call('list', 'abcdefgh', { index: 0 }))),
				callDelta(call('list', '"}', { index: 0 })),
				toolStop,
			],
			{ calls: [{ name: 'list', arguments: `{"a":"${'abcdefgh'.repeat(megabyte / 8 - 10)}"}` }] },
		],
		[
			'of blanks after whole arguments, with the name in each piece',
			() => [
				callDelta(call('list', '{"a":1}', { index: 0, id: 'a' })),
				...pieces(megabyte / 16, () => callDelta(piece(' '.repeat(8), { index: 0 }))),
				toolStop,
			],
			{ calls: [{ name: 'list' }] },
		],
		[
			'of pieces with an id each',
			() => [
				callDelta(call('list', '{"a":"', { id: 'a' })),
				...pieces(megabyte / 8 - 10, (at) => callDelta(piece('abcdefgh', { id: `i${at}` }))),
				callDelta(piece('"}')),
				toolStop,
			],
			{ calls: [{ name: 'list' }] },
		],
		[
			'of a call left in the text',
			() => [
				delta({ content: '<tool_call>{"name":"list","arguments":{"a":"' }),
				...pieces(megabyte / 8 - 10, () => delta({ content: 'abcdefgh' })),
				delta({ content: '"}}' }),
				stop,
			],
			{ text: '', calls: [{ name: 'list' }] },
		],
		[
			'of text, letter by letter',
			() => [...pieces(300_000, (at) => delta({ content: at % 9 === 0 ? '\n' : '`' })), delta({ content: 'x' }), stop],
			{ text: expect.stringMatching(/`x$/), cut: false },
		],
		[
			'of closing tags that close nothing',
			() => [delta({ content: `${'x</think>'.repeat(megabyte / 10)}x` }), stop],
			{ text: `${'x</think>'.repeat(megabyte / 10)}x` },
		],
		[
			'of blank space before an answer',
			() => [...pieces(megabyte / 8, () => delta({ content: ' '.repeat(7) })), delta({ content: 'Hi' }), stop],
			{ text: expect.stringMatching(/ Hi$/) },
		],
	])(
		'%s',
		(_, chunks, expected) => {
			expect(readChunks(chunks(), true).reply).toMatchObject(expected);
		},
		deadline,
	);
});

describe('broken JSON', () => {
	// Found by chance in 60 s of random shapes: jsonrepair took 44 s and 33 s for 20 KB of them.
	const slow = [`{"a":"${`\n[\\"'[`.repeat(3_000)}"]}`, `{"a":[${`*/\\",/*-“`.repeat(2_500)}}`];

	it.each(slow)(
		'is mended in a bounded time, however many there are (%#)',
		(text) => {
			const mender = createMender();
			for (let count = 0; count < 50; count++) parseLooseJson(text, mender);
			expect(
				replyOf([...pieces(100, (at) => callDelta(call('list', text, { index: at, id: `c${at}` }))), toolStop]).calls,
			).toHaveLength(100);
			findAnswer({ text: text.repeat(20), reasoning: text }, { schema: z.object({ b: z.string() }), wrapped: false });
		},
		deadline,
	);

	const asked = z.strictObject({ b: z.string() });
	const meant = `{'b': 'x'}`;

	it('of an answer is mended from its end, whatever stands before', () => {
		const found = findAnswer(
			{ text: `${slow[0]?.repeat(20)} ${meant}`, reasoning: '' },
			{ schema: asked, wrapped: false },
		);
		expect(found).toEqual({ ok: true, value: { b: 'x' } });
	});

	it('has one time for all that an answer holds', () => {
		const [text = ''] = slow;
		expect(findAnswer({ text, reasoning: meant }, { schema: asked, wrapped: false }).ok).toBe(false);
		const own = callDelta(call('list', meant));
		expect(replyOf([own, toolStop]).calls).toMatchObject([{ arguments: '{"b":"x"}' }]);
		const written = delta({ content: `<tool_call>${text}` });
		expect(replyOf([own, written, toolStop]).calls).toMatchObject([{ problem: 'The arguments are not a JSON object' }]);
	});

	it('with raw line ends is mended whatever its length', () => {
		const lines = 'a line\n\tof a "quoted" text\r\n'.repeat(30_000).replaceAll('"', '\\"');
		const [read] = repairArguments(`{"content":"${lines}"}`, createMender());
		expect(JSON.parse(read?.text ?? '')).toEqual({ content: lines.replaceAll('\\"', '"') });
	});

	it('without raw characters in strings is left as it is', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				expect(escapeControls(text)).toBe(text);
			}),
		);
	});

	it('nested deep is refused, not crashed on', () => {
		const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
		const problem = 'The arguments are nested more than 100 levels deep';
		expect(repairArguments(deep, createMender())).toEqual([{ text: '{}', problem }]);
		expect(replyOf([callDelta(call('list', deep, { index: 0 })), toolStop]).calls).toMatchObject([{ problem }]);
		expect(replyOf([callDelta(piece(JSON.parse(deep), { index: 0 })), toolStop]).calls).toMatchObject([{ problem }]);
		expect(findAnswer({ text: deep, reasoning: '' }, { schema: z.object({ a: z.unknown() }), wrapped: false }).ok).toBe(
			false,
		);
	});
});

it.each([
	['fences of code whose strings do not end', '```python\nx = """\n```\n'],
	['fences that do not end', '```python\n'],
	['fences within strings', '"""\n```\n"""\n'],
	['one long line', '`'],
	['words behind a fence', '```a '],
])(
	'code beside JSON is looked for in linear time in %s',
	(_, piece) => {
		const text = piece.repeat(1_000_000 / piece.length);
		const code = { name: 'code', mark: /^def run/m };
		const sought = { schema: z.object({ code: z.string() }), wrapped: false, code };
		expect(findAnswer({ text, reasoning: '' }, sought).ok).toBe(false);
	},
	deadline,
);

it(
	'an answer with a null in each of its items is read',
	() => {
		const items = Array.from({ length: 20_000 }, (_, id) => ({ id, note: null }));
		const schema = z.object({ items: z.array(z.strictObject({ id: z.number(), note: z.string().optional() })) });
		const found = findAnswer({ text: JSON.stringify({ items }), reasoning: '' }, { schema, wrapped: false });
		expect(found).toEqual({ ok: true, value: { items: items.map(({ id }) => ({ id })) } });
	},
	deadline,
);

it('whether arguments are whole is known after each piece, as if the whole were parsed', () => {
	const text = fc.oneof(
		fc.json(),
		fc.string(),
		fc.constantFrom('{"a":1} ', ' {"a":{"b":"}\\""}}', '{}{}', '{"a":"\n"}', '[{}]'),
	);
	fc.assert(
		fc.property(text, fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 40 }), (whole, cuts) => {
			const followed = createCompleteness();
			let at = 0;
			for (const cut of [...cuts, whole.length]) {
				followed.take(whole.slice(at, at + cut));
				at += cut;
				expect(followed.complete).toBe(isRecord(parseJson(whole.slice(0, at))?.value));
			}
		}),
	);
});

it(
	'a refusal of a megabyte becomes a sentence',
	() => {
		const names = {
			url: 'http://127.0.0.1/v1',
			model: 'm',
			key: 'secret-key',
			silenceMs: 1,
			settings: { baseUrl: 'A', apiKey: 'B', model: 'C' },
		};
		for (const said of [
			' '.repeat(megabyte),
			", '".repeat(megabyte / 3),
			'sk-'.repeat(megabyte / 3),
			'streaming '.repeat(megabyte / 10),
		]) {
			const { message } = explainProblem({ kind: 'refusal', status: 400, said, all: said.slice(0, 20_000) }, names);
			expect(message.length).toBeLessThan(500);
		}
	},
	deadline,
);

it('thoughts are told from text as before when fences and tags meet', () => {
	const unit = fc.constantFrom('</think>', '<think>', '`', '```', '\n', 'a', ' ');
	fc.assert(
		fc.property(fc.array(unit, { maxLength: 12 }), fc.nat(20), (units, cut) => {
			const text = units.join('');
			const whole = createThinkSplitter(false);
			const halves = createThinkSplitter(false);
			const join = (parts: readonly { readonly type: string }[]) => {
				const said = { text: '', reasoning: '' };
				for (const part of parts as readonly ({ type: 'text' | 'reasoning'; delta: string } | { type: 'moved' })[]) {
					if (part.type === 'moved') said.text += '|';
					else said[part.type] += part.delta;
				}
				return said;
			};
			expect(join([...halves.push(text.slice(0, cut)), ...halves.push(text.slice(cut)), ...halves.end(false)])).toEqual(
				join([...whole.push(text), ...whole.end(false)]),
			);
		}),
	);
});
