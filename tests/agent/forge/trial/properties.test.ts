import { describe, expect, it } from 'vitest';
import type { ToolCase } from '../../../../src/agent/forge/draft/cases.ts';
import { readRun } from '../../../../src/agent/forge/run/forge-run.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { type OpenForge, openForge, textOf } from '../open-forge.ts';
import { codeOf, coderOf, fakeTry } from '../specs.ts';
import { answering, keptTests } from './disputing.ts';

const unordered = { form: 'unordered', left: 'input.numbers' };
/** Right for the examples, and wrong where the order of the numbers is another. */
const firstTwice = fakeTry((code, { numbers }: ToolCase['input']) => {
	const list = numbers as number[];
	if (list.length === 0) return { ended: 'error', error: { type: 'ValueError', message: 'empty', traceback: '' } };
	const more = code.includes('ordered') && list.length > 2 ? (list[0] ?? 0) : 0;
	return { ended: 'output', output: { sum: list.reduce((all, one) => all + one, more) }, files: [] };
});

const forging = (home: string, codes: readonly string[], properties: readonly object[]) =>
	openForge({
		home,
		coder: coderOf(
			codes.map((code) => codeOf(code)),
			[{ tests: [], properties }],
		),
		tryTool: firstTwice,
	});

async function codeKept({ folder }: OpenForge): Promise<string | undefined> {
	return folder.files.tools.read({ tool: 'numbers/sum_numbers', version: 1 }, 'tool.py');
}

describe('a property', () => {
	it('finds what no example does: the draft that keeps it wins', async () => {
		await using dir = await tempDir();
		await using opened = await forging(dir.path, ['ordered', 'good'], [unordered]);
		expect(await opened.forge()).toMatchObject({ ok: true });
		expect(await codeKept(opened)).toContain('good');
		expect((await readRun(opened.folder, 'c1'))?.tries[0]?.doubts).toHaveLength(1);
	});

	it('is on trial itself: what two drafts give for an input that breaks it is asked about', async () => {
		await using dir = await tempDir();
		const wrong = { form: 'ascending', left: 'input.numbers' };
		await using opened = await forging(dir.path, ['good', 'good'], [wrong]);
		const text = textOf(await opened.forge());
		expect(text).toMatch(/A: the test expects a result of which holds: input\.numbers never falls/);
		expect(await opened.call(answering('B'), { id: 'c2' })).toMatchObject({ ok: true });
		expect((await keptTests(opened)).filter(({ expect: { kind } }) => kind === 'property')).toEqual([]);
	});

	it('stands where the Brain says so, and refuses the drafts that break it', async () => {
		await using dir = await tempDir();
		await using opened = await forging(dir.path, ['ordered', 'ordered', 'good'], [unordered]);
		expect(textOf(await opened.forge())).toMatch(/the result does not change with the order of input\.numbers/);
		expect(await opened.call(answering('A'), { id: 'c2' })).toMatchObject({ ok: true });
		expect(await codeKept(opened)).toContain('good');
		const kept = (await keptTests(opened)).filter(({ expect: { kind } }) => kind === 'property');
		expect(new Set(kept.map(({ from }) => from))).toEqual(new Set(['coder', 'answer']));
	});

	it('is none in a form that there is not, and none that an example breaks', async () => {
		await using dir = await tempDir();
		const none = [
			{ form: 'beautiful', left: 'output.sum' },
			{ form: 'sum', left: 'output.sum', right: 'output.sum[]' },
		];
		const broken = { form: 'subset', left: 'output.sum', right: 'input.numbers' };
		await using opened = await forging(dir.path, ['good'], [...none, broken]);
		expect(await opened.forge()).toMatchObject({ ok: true });
		const kept = (await keptTests(opened)).flatMap(({ expect: one }) =>
			one.kind === 'property' ? [one.property.form] : [],
		);
		expect(kept).not.toContain('subset');
		expect(kept).not.toContain('beautiful');
	});
});

describe('inputs that each tool is tried with', () => {
	it.each([
		['raises on nothing', (list: readonly number[]) => (list.length === 0 ? 'ZeroDivisionError' : undefined)],
		['raises on many', (list: readonly number[]) => (list.length > 30 ? 'RecursionError' : undefined)],
	])('refuse a draft that %s, and tell it the input', async (_, raises) => {
		await using dir = await tempDir();
		const tryTool = fakeTry((code, { numbers }: ToolCase['input']) => {
			const list = numbers as number[];
			const type = code.includes('frail') ? raises(list) : undefined;
			if (type !== undefined) return { ended: 'error', error: { type, message: 'oh', traceback: '' } };
			if (list[0] === 9) return { ended: 'error', error: { type: 'ValueError', message: 'nine', traceback: '' } };
			return { ended: 'output', output: { sum: list.reduce((all, one) => all + one, 0) }, files: [] };
		});
		const coder = coderOf([codeOf('frail'), codeOf('good')]);
		await using opened = await openForge({ home: dir.path, coder, tryTool });
		expect(await opened.forge({ rejects: [{ input: { numbers: [9] } }] })).toMatchObject({ ok: true });
		expect(coder.asked.at(-1)?.prompt).toMatch(/(?:Nothing|Many): it raised (?:ZeroDivision|Recursion)Error: oh/);
	});
});
