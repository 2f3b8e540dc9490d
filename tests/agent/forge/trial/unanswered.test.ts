import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { readRun } from '../../../../src/agent/forge/run/forge-run.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openForge, textOf } from '../open-forge.ts';
import { answering, disputing, keptTests, wrongTest } from './disputing.ts';

describe('a dispute that nobody answers', () => {
	it('ends with the next order of the tool: the test is dropped, and the draft is registered', async () => {
		await using dir = await tempDir();
		const coder = disputing();
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		const text = textOf(await opened.forge({}, { id: 'c2' }));
		expect(text).toContain('There is this tool already');
		expect(coder.asked).toHaveLength(4);
		expect((await keptTests(opened)).map(({ name }) => name)).not.toContain('HIDDEN');
		expect((await readRun(opened.folder, 'c1'))?.outcome).toBe('registered');
		expect(textOf(await opened.call(answering('A'), { id: 'c3' }))).toMatch(/left unanswered and has ended: version 1/);
	});

	it('ends where the tool is ordered otherwise, and the new order stands in its place', async () => {
		await using dir = await tempDir();
		const coder = disputing(['good', 'good', 'better']);
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		const made = await opened.forge({ purpose: 'Add up numbers, none of them twice' }, { id: 'c2' });
		expect(made).toMatchObject({ ok: true, text: expect.stringContaining('"version":1') });
		expect(await readRun(opened.folder, 'c1')).toMatchObject({ outcome: 'given-up', reason: 'it was ordered anew' });
		expect((await readRegistry(opened.folder)).disputed).toEqual([]);
	});

	it('waits while another tool is ordered in its turn, and ends with one of a later turn', async () => {
		await using dir = await tempDir();
		const coder = disputing(['good', 'good', 'other', 'third']);
		await using opened = await openForge({ home: dir.path, coder });
		const other = (name: string) => ({ name, anyway: true });
		await opened.forge({}, { id: 't1s1c1' });
		await opened.forge(other('count_words'), { id: 't1s2c1' });
		expect((await readRun(opened.folder, 't1s1c1'))?.outcome).toBe('disputed');
		await opened.forge(other('count_lines'), { id: 't2s1c1' });
		expect((await readRun(opened.folder, 't1s1c1'))?.outcome).toBe('registered');
	});

	it('ends without a tool where its drafts break most of the tests: nothing would be left that has proved them', async () => {
		await using dir = await tempDir();
		const tests = [5, 6, 7].map((one) => ({ ...wrongTest, input: { numbers: [one] }, output: { sum: one + 1 } }));
		const coder = disputing(['good', 'good', 'x'], tests);
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		await opened.forge({ name: 'count_words', anyway: true }, { id: 'c2' });
		const run = await readRun(opened.folder, 'c1');
		expect(run).toMatchObject({ outcome: 'given-up', reason: expect.stringContaining('nobody said') });
		const stake = `At stake: for {"numbers":[5]} the order's words allow {"sum":5} and {"sum":6}; tests wanted {"sum":6}.`;
		expect(textOf(await opened.forge({}, { id: 'c1' }))).toContain(stake);
	});
});
