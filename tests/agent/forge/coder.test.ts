import { describe, expect, it } from 'vitest';
import { askCode, codePrompt, type FailedTry, samplingOf } from '../../../src/agent/forge/draft/ask-code.ts';
import { askTests } from '../../../src/agent/forge/draft/ask-tests.ts';
import { mostTries } from '../../../src/agent/forge/draft/most-tries.ts';
import { createValidator } from '../../../src/agent/forge/spec/json-schema.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { codeOf, rawSpec, specWith } from './specs.ts';

const spec = specWith();
const { signal } = new AbortController();

async function testsOf(tests: readonly object[]) {
	const coder = scriptedModel([], [{ tests }]);
	const checkInput = await createValidator(spec.input);
	const answered = await askTests(coder, { spec, checkInput, view: 0 }, signal);
	return { tests: answered.tests, asked: coder.asked };
}

describe('askTests', () => {
	it('asks by the spec alone and makes cases of the answer', async () => {
		const test = {
			name: 'a',
			input: { numbers: [1] },
			files: { 'a/b.csv': 'x' },
			prepare: 'x = 1',
			output: { sum: 1 },
			writes: ['o.csv'],
		};
		const wrong = { name: 'b', input: { numbers: [2] }, error: '' };
		const { tests, asked } = await testsOf([test, wrong]);
		expect(tests).toEqual([
			{
				name: 'a',
				from: 'coder',
				input: { numbers: [1] },
				files: { 'a/b.csv': 'x' },
				prepare: 'x = 1',
				expect: { kind: 'output', output: { sum: 1 }, files: ['o.csv'], holds: { 'o.csv': { kind: 'opens' } } },
			},
			{ name: 'b', from: 'coder', input: { numbers: [2] }, files: {}, expect: { kind: 'error' } },
		]);
		expect(asked[0]).toMatchObject({ name: 'tool_tests', prompt: expect.stringContaining(rawSpec.purpose) });
	});

	it.each<[string, object]>([
		['nothing is expected', { input: { numbers: [5] } }],
		['an empty output is expected', { input: { numbers: [5] }, output: {} }],
		['both a result and an error are expected', { input: { numbers: [5] }, output: { sum: 5 }, error: 'x' }],
		['the input breaks the schema', { input: { numbers: 'x' }, output: { sum: 5 } }],
		['the spec itself says what comes of the input', { input: { numbers: [1, 2] }, output: { sum: 4 } }],
		['a file is outside', { input: { numbers: [5] }, files: { '/etc/x': '' }, output: { sum: 5 } }],
		['a file is written outside', { input: { numbers: [5] }, writes: ['../x'] }],
	])('drops a test where %s', async (_, test) => {
		expect((await testsOf([{ name: 'dropped', ...test }])).tests).toEqual([]);
	});

	it.each<[string, unknown]>([
		['null', null],
		['words', 'it adds up'],
		['of fields that there are not', [{ form: 'sum', parts: 'output.a' }]],
		['of null', [{ form: 'sum', left: 'output.sum', right: null }]],
	])('keeps the tests where properties are %s', async (_, properties) => {
		const coder = scriptedModel(
			[],
			[{ tests: [{ name: 'a', input: { numbers: [1] }, output: { sum: 1 } }], properties }],
		);
		const checkInput = await createValidator(spec.input);
		const answered = await askTests(coder, { spec, checkInput, view: 1 }, signal);
		expect([answered.tests.length, answered.properties]).toEqual([1, []]);
	});

	it('asks for two samples by differing views', async () => {
		const coder = scriptedModel([], [{ tests: [] }, { tests: [] }]);
		const checkInput = await createValidator(spec.input);
		for (const view of [0, 1]) await askTests(coder, { spec, checkInput, view }, signal);
		expect(coder.asked.map(({ prompt }) => prompt.split('\n').at(-1))).toEqual([
			expect.stringMatching(/plainly says/),
			expect.stringMatching(/where it could break/),
		]);
	});

	it('keeps six', async () => {
		const many = Array.from({ length: 12 }, (_, at) => ({
			name: `t${at}`,
			input: { numbers: [at] },
			output: { sum: at },
		}));
		expect((await testsOf(many)).tests).toHaveLength(6);
	});
});

describe('askCode', () => {
	const refused = { class: 'example', feedback: 'Example 1: sum: expected 3, got 4\nInput: {}' } as const;
	const failed = (code: string) => ({ draft: codeOf(code), refused });

	const prompted = (failed: readonly FailedTry[], isBlind = false) =>
		codePrompt({ spec, failed, answers: [], tries: { before: failed.length, isBlind } });

	it('shows the last code and what was wrong with it, and of earlier tries one line', () => {
		const earlier = { draft: codeOf('code-1'), refused: { class: 'syntax', feedback: 'Line 1: no\nmore' } as const };
		const prompt = prompted([earlier, failed('code-2')]);
		expect(prompt).toContain('Try 3 of 4.');
		expect(prompt).toContain('- try 1: syntax: Line 1: no\n');
		expect(prompt).toContain(`${refused.feedback}\n\nIts code:\ncode-2`);
		expect(prompt).not.toMatch(/code-1|more/);
	});

	it('asks for another approach at the last try, without the code of those before', () => {
		const prompt = prompted([failed('code-1'), failed('code-2'), failed('code-3')]);
		expect(prompt).toContain('Take another approach');
		expect(prompt).not.toContain('code-');
	});

	it('samples each try otherwise, the last one most', () => {
		const samples = Array.from({ length: mostTries }, (_, before) => samplingOf({ before, isBlind: false }));
		expect(samples.map(({ seed }) => seed)).toEqual([1, 2, 3, 4]);
		expect(samples.map(({ temperature }) => temperature)).toEqual([0, 0.2, 0.4, 0.9]);
	});

	it('checkInput a fence and a header off the code, and keeps what the header declares', async () => {
		const code = '```python\n# /// script\n# dependencies = ["lxml"]\n# ///\nimport lxml\n```';
		const coder = scriptedModel([], [codeOf(code, ['humanize'])]);
		const { draft } = await askCode(
			coder,
			{ spec, failed: [], answers: [], tries: { before: 0, isBlind: false } },
			signal,
		);
		expect(draft).toMatchObject({ code: 'import lxml', dependencies: ['humanize', 'lxml'] });
	});
});
