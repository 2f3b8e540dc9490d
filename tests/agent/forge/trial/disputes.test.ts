import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { readRun } from '../../../../src/agent/forge/run/forge-run.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openForge, textOf } from '../open-forge.ts';
import { codeOf, coderOf, fakeTry, rawSpec } from '../specs.ts';
import { answering, disputing, keptTests, toolId, wrongTest } from './disputing.ts';

const rightTest = { name: 'right', input: { numbers: [8] }, output: { sum: 8 } };

describe('a test that two drafts see otherwise', () => {
	it('is told to the Brain with its input, both answers and the words of the order, and without code or name', async () => {
		await using dir = await tempDir();
		const coder = disputing();
		await using opened = await openForge({ home: dir.path, coder });
		const outcome = await opened.forge();
		expect(outcome).toMatchObject({ ok: false });
		const text = textOf(outcome);
		for (const words of ['{"numbers":[5]}', 'A: the test expects {"sum":6}', 'gave {"sum":5}', rawSpec.purpose])
			expect(text).toContain(words);
		expect(text).toContain('forge_tool {"continue": "c1", "answer": "A"}');
		expect(text).not.toMatch(/SECRET|HIDDEN/);
		expect((await readRun(opened.folder, 'c1'))?.outcome).toBe('disputed');
	});

	it('has its second draft written without sight of what came of the first', async () => {
		await using dir = await tempDir();
		const coder = disputing();
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		const prompts = coder.asked.filter(({ name }) => name === 'tool_code').map(({ prompt }) => prompt);
		expect(prompts).toHaveLength(2);
		expect(prompts[1]).toBe(prompts[0]?.replace('Try 1', 'Try 2'));
	});

	it('has that draft know nothing of earlier failures either', async () => {
		await using dir = await tempDir();
		const coder = disputing(['wrong MARK', 'good', 'good']);
		await using opened = await openForge({ home: dir.path, coder });
		expect(textOf(await opened.forge())).toMatch(/^Disputed/);
		const prompts = coder.asked.filter(({ name }) => name === 'tool_code').map(({ prompt }) => prompt);
		expect([prompts[1]?.includes('MARK'), prompts[2]?.includes('MARK'), prompts[2]?.includes('failed')]).toEqual([
			true,
			false,
			false,
		]);
	});

	it.each<[string, unknown]>([
		['B', 'B'],
		['its letter in other words', '"b".'],
		['the result', { sum: 5 }],
		['the result in words', '{"sum": 5}'],
		['the result around', { output: { sum: 5 } }],
		['the one value', 5],
	])('falls when the Brain answers %s, and the answer is an example from then on', async (_, answer) => {
		await using dir = await tempDir();
		const coder = disputing();
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		expect(await opened.call(answering(answer), { id: 'c2' })).toMatchObject({ ok: true });
		expect(coder.asked).toHaveLength(4);
		const tests = await keptTests(opened);
		expect(tests.filter(({ input }) => JSON.stringify(input) === '{"numbers":[5]}')).toMatchObject([
			{ from: 'answer', expect: { kind: 'output', output: { sum: 5 } } },
		]);
	});

	it.each<[string, unknown, RegExp]>([
		['A', 'A', /for the input {"numbers":\[5\]} it must give {"sum":6}. It gave {"sum":5}/],
		['a third result', { sum: 7 }, /must give {"sum":7}/],
		['that it must be refused', 'must be refused', /must give a refusal of the input/],
		['that it must be refused, as an object', { error: 'x' }, /must give a refusal of the input/],
	])('stands when the Brain answers %s: the drafts are refused, and the next one knows', async (_, answer, words) => {
		await using dir = await tempDir();
		const coder = disputing(['good', 'good', 'good', 'good', 'good']);
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		const outcome = await opened.call(answering(answer), { id: 'c2' });
		expect(outcome).toMatchObject({ ok: false, text: expect.stringContaining('5 tries failed') });
		const prompts = coder.asked.filter(({ name }) => name === 'tool_code').map(({ prompt }) => prompt);
		expect(prompts).toHaveLength(5);
		expect(prompts[2]).toMatch(words);
	});

	it('stands without a dispute where the second draft keeps it, and that draft wins', async () => {
		await using dir = await tempDir();
		const coder = disputing(['five', 'good'], [{ ...rightTest, input: { numbers: [5] }, output: { sum: 5 } }]);
		const tryTool = fakeTry((code, { numbers }) => {
			const list = numbers as number[];
			const sum = list.reduce((all, one) => all + one, 0);
			if (list.length === 0) return { ended: 'error', error: { type: 'ValueError', message: 'empty', traceback: '' } };
			return { ended: 'output', output: { sum: code.includes('five') && sum === 5 ? 0 : sum }, files: [] };
		});
		await using opened = await openForge({ home: dir.path, coder, tryTool });
		expect(await opened.forge()).toMatchObject({ ok: true });
		expect(await opened.folder.files.tools.read({ tool: toolId, version: 1 }, 'tool.py')).toContain('good');
		expect(coder.asked).toHaveLength(4);
	});

	it('is the only one of a run that the Brain is asked about: what else is on trial falls with it', async () => {
		await using dir = await tempDir();
		const other = { ...wrongTest, input: { numbers: [6] }, output: { sum: 7 } };
		const right = [1, 2, 3].map((one) => ({
			name: `right ${one}`,
			input: { numbers: [one, 40] },
			output: { sum: one + 40 },
		}));
		const coder = disputing(['good', 'good'], [wrongTest, other, ...right]);
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		expect(await opened.call(answering('B'), { id: 'c2' })).toMatchObject({ ok: true });
		const inputs = (await keptTests(opened)).map(({ input }) => JSON.stringify(input));
		expect(inputs).toContain('{"numbers":[5]}');
		expect(inputs).not.toContain('{"numbers":[6]}');
		expect((await readRegistry(opened.folder)).counters).toMatchObject({ disputed: 1, calls: 4 });
	});

	it('that two samples have weighs more: it is the one that the Brain is asked about', async () => {
		await using dir = await tempDir();
		const other = { ...wrongTest, input: { numbers: [6] }, output: { sum: 7 } };
		const samples = [{ tests: [wrongTest, other] }, { tests: [other] }];
		const coder = coderOf([codeOf('good'), codeOf('good')], samples);
		await using opened = await openForge({ home: dir.path, coder });
		expect(textOf(await opened.forge())).toContain('Input: {"numbers":[6]}');
	});

	it('is none where two samples contradict each other', async () => {
		await using dir = await tempDir();
		const coder = coderOf(
			[codeOf('good')],
			[{ tests: [wrongTest] }, { tests: [{ ...wrongTest, output: { sum: 9 } }] }],
		);
		await using opened = await openForge({ home: dir.path, coder });
		expect(await opened.forge()).toMatchObject({ ok: true });
		expect(coder.asked).toHaveLength(3);
	});
});
