import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFormer } from '../../../../src/agent/forge/run/former.ts';
import { keepTool } from '../../../support/kept-tools.ts';
import { toolsPath } from '../../../support/session-home.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openForge, textOf } from '../open-forge.ts';
import { codeOf, coderOf } from '../specs.ts';
import { answering, toolId } from './disputing.ts';

const test = { name: 'five', input: { numbers: [5] }, output: { sum: 5 } };
const id = 'numbers/double_number';
const made = { ...test, from: 'coder', agreed: true, input: { n: 5 }, files: {}, expect: { kind: 'sound' } };
const ordered = { ...made, name: 'Example 1', from: 'example', input: { n: 2 } };

describe('a test that the Brain drops', () => {
	it('is one that it was told of when the tool was made', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good')], [{ tests: [test] }]) });
		const outcome = await opened.forge();
		const told = JSON.parse('text' in outcome ? outcome.text : '{}');
		expect(told.tests).toBe('3 of orders; beside: five');
		expect(told.drop).toContain(`forge_tool {"continue": "${toolId}", "answer": {"drop": its name, "why": …}}`);
		const dropped = await opened.call(answering({ drop: 'five', why: 'nobody ordered it' }, toolId), { id: 'c2' });
		expect(dropped).toEqual({ ok: true, text: expect.stringContaining('Dropped test "five"') });
	});

	it.each([
		['with a reason', { drop: 'five', why: 'it is ten' }, true, []],
		['by its number', { drop: 2, why: 'it is ten' }, true, []],
		['as text', '{"drop": "five", "why": "it is ten"}', true, []],
		['not without a reason', { drop: 'five', why: ' ' }, false, ['five']],
		['not where it is of the order', { drop: 'Example 1', why: 'x' }, false, ['five']],
		['not where there is none', { drop: 'six', why: 'x' }, false, ['five']],
	])('binds no repair any more: %s', async (_, answer, ok, left) => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([]) });
		await keepTool(opened.folder, { tests: JSON.stringify([ordered, made]) });
		expect(await opened.call(answering(answer, id), { id: 'c2' })).toMatchObject({ ok });
		const former = await readFormer(opened.folder, id);
		const names = typeof former === 'string' ? former : former.cases.map(({ name }) => name);
		expect(names).toEqual(['Example 1', ...left]);
	});

	it('is none of a tool that the session has not', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([]) });
		const outcome = await opened.call(answering({ drop: 1, why: 'x' }, 'no/such_tool'), { id: 'c2' });
		expect(outcome).toEqual({ ok: false, text: 'This session has no tool "no/such_tool".' });
	});
});

describe('a made-up test that a repair has inherited', () => {
	it('is on trial like its own: two drafts against it ask the Brain, whose answer binds in its place', async () => {
		await using dir = await tempDir();
		const coder = coderOf(['good', 'good', 'good'].map((code) => codeOf(code)));
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		const wrong = { ...made, input: { numbers: [5] }, expect: { kind: 'output', output: { sum: 6 }, files: [] } };
		const path = join(toolsPath(dir.path, opened.folder.id), toolId, '1/tests.json');
		await writeFile(path, JSON.stringify([wrong]));
		const text = textOf(await opened.forge({ repairs: toolId }, { id: 'c2' }));
		expect(text).toContain('A: the test expects {"sum":6}.');
		expect(await opened.call(answering('B', 'c2'), { id: 'c3' })).toMatchObject({ ok: true });
		const former = await readFormer(opened.folder, toolId);
		const kept =
			typeof former === 'string' ? [] : former.cases.filter((one) => one.input['numbers']?.toString() === '5');
		expect(kept.map(({ from }) => from)).toEqual(['answer']);
	});
});
