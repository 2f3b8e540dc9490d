import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { keepRun, readRun } from '../../../../src/agent/forge/run/forge-run.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openForge, textOf } from '../open-forge.ts';
import { codeOf, coderOf, rawSpec } from '../specs.ts';
import { answering, disputing, wrongTest } from './disputing.ts';

describe('the answer to a dispute', () => {
	it.each<[string, unknown, RegExp]>([
		['nothing', undefined, /is neither "A", "B", "refuse" nor a result/],
		['an empty result', {}, /is neither/],
		['what fits no schema', { sum: 'five' }, /does not fit the output schema/],
		['a megabyte', 'x'.repeat(1_000_000), /is neither/],
		['a large result', { sum: 'x'.repeat(1_000_000) }, /has more than 20000 characters/],
	])('that is %s changes nothing, and is asked for again', async (_, answer, words) => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: disputing() });
		await opened.forge();
		const text = textOf(await opened.call(answering(answer), { id: 'c2' }));
		expect(text).toMatch(words);
		expect(text).toContain('Nothing has changed.\nDisputed:');
		expect(text.length).toBeLessThan(2_000);
		expect(await opened.call(answering('B'), { id: 'c3' })).toMatchObject({ ok: true });
	});

	it('that is given twice counts once', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: disputing() });
		await opened.forge();
		const outcomes = await Promise.all(['c2', 'c3'].map((call) => opened.call(answering('B'), { id: call })));
		expect(outcomes).toContainEqual(expect.objectContaining({ ok: true }));
		const said = expect.stringMatching(/answered before and has ended: version 1 of numbers\/sum_numbers came of it/);
		expect(outcomes).toContainEqual({ ok: false, text: said });
		expect(await opened.folder.files.tools.list()).toHaveLength(1);
	});

	it('of a call that is run again after a crash comes to the same', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: disputing() });
		await opened.forge();
		const before = await readRun(opened.folder, 'c1');
		const outcome = await opened.call(answering('B'), { id: 'c2' });
		expect(await opened.call(answering('B'), { id: 'c2' })).toEqual(outcome);
		// It died before it could note that it was done.
		const run = await readRun(opened.folder, 'c1');
		if (!run || !before) throw new Error('There is no run');
		await keepRun(opened.folder, 'c1', { ...run, outcome: 'open' });
		expect(await opened.call(answering('B'), { id: 'c2' })).toEqual(outcome);
		expect(await opened.folder.files.tools.list()).toHaveLength(1);
	});

	it('is taken after a restart, and the call that asked says so again', async () => {
		await using dir = await tempDir();
		const asked = await (async () => {
			await using opened = await openForge({ home: dir.path, coder: disputing() });
			return await opened.forge();
		})();
		await using opened = await openForge({ home: dir.path, coder: coderOf([]) });
		expect(await opened.forge()).toEqual(asked);
		expect(await opened.call(answering('B'), { id: 'c2' })).toMatchObject({ ok: true });
	});

	it.each(['nope', '../../session', 'c1/../c1', '__proto__', 'c 1'])(
		'to %j goes nowhere, and says which call waits',
		async (call) => {
			await using dir = await tempDir();
			await using opened = await openForge({ home: dir.path, coder: disputing() });
			await opened.forge();
			const text = textOf(await opened.call(answering('B', call), { id: 'c2' }));
			expect(text).toMatch(/There is no forging ".*" in this session; those that wait for an answer: "c1"/);
		},
	);

	it.each<[string, unknown]>([
		['that names no call', { answer: 'B' }],
		['whose call stands in quotes', { continue: '`"c1"`', answer: 'B' }],
		['that says which in another field', { continue: true, id: 'c1', answer: 'B' }],
		['that came as text', '{"continue": "c1", "answer": "B"}'],
		['in another object', { args: { continue: 'c1', answer: 'B' } }],
	])('%s is taken for the one that waits', async (_, args) => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: disputing() });
		await opened.forge();
		expect(await opened.call(args, { id: 'c2' })).toMatchObject({ ok: true });
	});

	it('that names no call is refused where two wait, and where none does', async () => {
		await using dir = await tempDir();
		const codes = Array.from({ length: 4 }, () => codeOf('good'));
		const coder = coderOf(codes, [{ tests: [wrongTest] }, { tests: [] }, { tests: [wrongTest] }]);
		await using opened = await openForge({ home: dir.path, coder });
		expect(textOf(await opened.call({ answer: 'B' }, { id: 't1s1c0' }))).toContain('none waits for an answer');
		await opened.forge({}, { id: 't1s1c1' });
		await opened.forge({ name: 'count_words', anyway: true }, { id: 't1s1c2' });
		const text = textOf(await opened.call({ answer: 'B' }, { id: 't1s2c1' }));
		expect(text).toContain('those that wait for an answer: "t1s1c1", "t1s1c2"');
	});

	it('to a run of another session goes nowhere', async () => {
		await using dir = await tempDir();
		await using other = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: disputing() });
		await using elsewhere = await openForge({ home: other.path, coder: coderOf([]) });
		await opened.forge();
		expect(textOf(await elsewhere.call(answering('B'), { id: 'c2' }))).toContain('none waits for an answer');
	});

	it('to a run that asked nothing is refused', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good')]) });
		await opened.forge();
		expect(textOf(await opened.call(answering('B'), { id: 'c2' }))).toMatch(/"c1" asked nothing: it has ended/);
	});

	it('stands in a call that is otherwise an order, as models fill in what they do not need', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: disputing() });
		expect(textOf(await opened.call({ ...rawSpec, continue: '', answer: null }))).toMatch(/^Disputed/);
		expect(await opened.call({ arguments: { ...rawSpec, ...answering('B') } }, { id: 'c2' })).toMatchObject({
			ok: true,
		});
	});

	it('goes on under the id of the call that asked', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: disputing() });
		await opened.forge();
		await opened.call(answering('B'), { id: 'c2' });
		const [tool] = (await readRegistry(opened.folder)).tools;
		expect(tool?.versions[0]?.manifest.provenance).toMatchObject({ call: 'c1', tries: 2 });
	});
});
