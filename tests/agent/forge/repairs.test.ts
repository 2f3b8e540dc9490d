import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { casesSchema } from '../../../src/agent/forge/draft/cases.ts';
import { caps } from '../../../src/agent/forge/forge-deps.ts';
import { readRegistry, updateRegistry, withTool, withVersion } from '../../../src/agent/forge/registry/registry.ts';
import { keepRun, readRun } from '../../../src/agent/forge/run/forge-run.ts';
import { tryToolArgs } from '../../../src/sandbox/built-ins.ts';
import type { FakeTool } from '../../support/fake-sandboxes.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { toolsPath } from '../../support/session-home.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { type OpenForge, openForge } from './open-forge.ts';
import { codeOf, coderOf, fakeTry, rawSpec } from './specs.ts';

const id = 'numbers/sum_numbers';
const entry = { tool: id, version: 1 };
const test = { name: 'five', input: { numbers: [5] }, output: { sum: 5 } };

/** Notes with what version 1 was used. */
async function used({ folder }: OpenForge, use: { failedInputs?: object[]; takenInputs?: object[] }): Promise<void> {
	await updateRegistry(folder, (registry) =>
		withTool(registry, id, (tool) =>
			withVersion(tool, 1, (version) => ({ ...version, use: { ...version.use, ...use } as typeof version.use })),
		),
	);
}

function inputsOf(opened: OpenForge): unknown[] {
	const tried = opened.sandboxes.calls.findLast(({ tool }) => tool === 'try_tool');
	return tryToolArgs.parse(tried?.args).runs.map(({ input }) => input);
}

describe('a repair', () => {
	it('is tested with its own spec, the old tests, and inputs of use, and becomes the current version', async () => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('good'), codeOf('better')], [{ tests: [test] }]);
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		await used(opened, { failedInputs: [{ numbers: [7] }], takenInputs: [{ numbers: [8], note: '/outputs/a/x.csv' }] });
		const examples = rawSpec.examples.map(({ input, output }) => ({ input: { ...input, note: 'new' }, output }));
		expect(await opened.forge({ repairs: 'sum_numbers', examples }, { id: 'c2' })).toMatchObject({ ok: true });
		expect(inputsOf(opened)).toEqual([
			...examples.map(({ input }) => input),
			{ numbers: [] },
			{ numbers: [7] },
			...rawSpec.examples.map(({ input }) => input),
			{ numbers: [5] },
			{ numbers: [8], note: 'x.csv' },
		]);
		const [tool] = (await readRegistry(opened.folder)).tools;
		expect(tool).toMatchObject({ current: 2, versions: [{}, { manifest: { provenance: { repairs: 1 } } }] });
		expect(await opened.folder.files.tools.current(id)).toBe(2);
	});

	it('fails where an old test fails', async () => {
		await using dir = await tempDir();
		const fives: FakeTool = async ({ code, ...args }, place) => {
			const result = await fakeTry()({ code, ...args }, place);
			return String(code).includes('forgetful')
				? { ...result, data: JSON.parse(JSON.stringify(result.data).replaceAll('{"sum":5}', '{"sum":6}')) }
				: result;
		};
		const coder = coderOf([codeOf('good'), codeOf('forgetful'), codeOf('good again')], [{ tests: [test] }]);
		await using opened = await openForge({ home: dir.path, coder, tryTool: fives });
		await opened.forge();
		expect(await opened.forge({ repairs: id }, { id: 'c2' })).toMatchObject({ ok: true });
		expect(coder.asked.at(-1)?.prompt).toContain('Test "five": sum: expected 5, got 6');
	});

	it('takes what the spec says now over what an old test said', async () => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('good'), codeOf('wrong')], []);
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		const examples = rawSpec.examples.map(({ input, output }) => ({
			input,
			output: { sum: Number(output['sum']) + 1 },
		}));
		expect(await opened.forge({ repairs: 'sum_numbers', examples }, { id: 'c2' })).toMatchObject({ ok: true });
	});

	it.each([
		[
			'an input that was taken',
			{ input: { ...rawSpec.input, required: ['numbers', 'note'] } },
			/take all earlier inputs/,
		],
		['a result that was given', { output: { ...rawSpec.output, properties: { total: { type: 'number' } } } }, /gave/],
	])('is refused before the Coder is asked when its schemas exclude %s', async (_, changes, sentence) => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('good')]);
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		const note = { note: 'n' };
		const examples = [1, 2].map((one) => ({
			input: { numbers: [one, 10], ...note },
			output: 'output' in changes ? { total: one + 10 } : { sum: one + 10 },
		}));
		const required = 'output' in changes ? { output: { ...changes.output, required: ['total'] } } : changes;
		const rejects = [{ input: { numbers: [], ...note } }];
		const outcome = await opened.forge({ ...required, examples, rejects, repairs: id }, { id: 'c2' });
		expect(outcome).toMatchObject({ ok: false, text: expect.stringMatching(sentence) });
		expect(coder.asked).toHaveLength(2);
	});

	it('is tested with all old tests, and is kept with as many as a file holds', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good'), codeOf('better')]) });
		await opened.forge();
		const old = Array.from({ length: 50 }, (_, at) => ({
			...{ name: `old ${at}`, from: 'coder', files: {}, input: { numbers: [at], note: 'n'.repeat(19_000) } },
			expect: { kind: 'output', output: { sum: at }, files: [] },
		}));
		await writeFile(join(toolsPath(dir.path, opened.folder.id), id, '1/tests.json'), JSON.stringify(old));
		const note = 'n'.repeat(19_000);
		const examples = [1, 2, 3, 4, 5].map((one) => ({
			input: { numbers: [one, 100], note },
			output: { sum: one + 100 },
		}));
		expect(await opened.forge({ repairs: 'sum_numbers', examples }, { id: 'c2' })).toMatchObject({ ok: true });
		const tried = opened.sandboxes.calls.filter(({ tool }) => tool === 'try_tool').slice(1);
		const names = tried.flatMap(({ args }) => tryToolArgs.parse(args).runs.map(({ input }) => input['numbers']));
		expect(names).toEqual(expect.arrayContaining(old.map(({ input }) => input.numbers)));
		const kept = await opened.folder.files.tools.read({ tool: id, version: 2 }, 'tests.json');
		expect(casesSchema.parse(JSON.parse(kept ?? '')).length).toBeGreaterThan(50);
	});

	it('is made once when the process dies before the call has its answer', async () => {
		await using dir = await tempDir();
		const other = { name: 'six', input: { numbers: [6] }, output: { sum: 6 } };
		const tests = [{ tests: [test] }, { tests: [other] }];
		const coder = coderOf([codeOf('good'), codeOf('better')], tests);
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		const outcome = await opened.forge({ repairs: id }, { id: 'c2' });
		const run = await readRun(opened.folder, 'c2');
		if (!run) throw new Error('There is no run');
		await keepRun(opened.folder, 'c2', { ...run, outcome: 'open' });
		expect(await opened.forge({ repairs: id }, { id: 'c2' })).toEqual(outcome);
		expect(await opened.folder.files.tools.list()).toHaveLength(2);
		expect((await readRegistry(opened.folder)).counters).toMatchObject({ orders: 2, registered: 2 });
		expect((await readRun(opened.folder, 'c2'))?.outcome).toBe('registered');
	});

	it('of a tool that is not there, or whose tests were changed by hand, is refused in a sentence', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good')]) });
		expect(await opened.forge({ repairs: id })).toMatchObject({ ok: false, text: expect.stringContaining('no tool') });
		await opened.forge({}, { id: 'c2' });
		await writeFile(join(toolsPath(dir.path, opened.folder.id), id, '1/tests.json'), '[{');
		const outcome = await opened.forge({ repairs: id }, { id: 'c3' });
		expect(outcome).toMatchObject({ ok: false, text: expect.stringContaining('changed by hand') });
	});
});

describe('registering', () => {
	it('writes over no version that only the disk knows, as after a crash in between', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good')]) });
		await opened.folder.files.tools.add(id, () => ({ 'tool.py': 'lost' }));
		expect(await opened.forge()).toMatchObject({ ok: true, text: expect.stringContaining('"version":2') });
		expect(await opened.folder.files.tools.read(entry, 'tool.py')).toBe('lost');
		expect(await opened.folder.files.tools.current(id)).toBe(2);
	});

	it('ends at 30 tools a session also for runs that end at the same time', async () => {
		await using dir = await tempDir();
		const coder = coderOf(Array(3).fill(codeOf('good')));
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		await updateRegistry(opened.folder, (registry) => ({
			...registry,
			tools: Array.from({ length: caps.session - 1 }, (_, at) =>
				registry.tools.map((tool) => ({ ...tool, name: `${tool.name}_${at}` })),
			).flat(),
		}));
		const names = ['count_words', 'count_lines'];
		const outcomes = await Promise.all(names.map((name) => opened.forge({ name, anyway: true }, { id: name })));
		expect(outcomes.map((outcome) => 'ok' in outcome && outcome.ok).toSorted()).toEqual([false, true]);
		expect((await readRegistry(opened.folder)).tools).toHaveLength(caps.session);
	});

	it.each([
		['specs of one name', {}],
		['repairs of one version', { repairs: id }],
	])('takes the first of two %s that end at the same time: the other has not passed its tests', async (_, changes) => {
		await using dir = await tempDir();
		const coder = coderOf(['good', 'one', 'two'].slice('repairs' in changes ? 0 : 1).map((code) => codeOf(code)));
		await using opened = await openForge({ home: dir.path, coder });
		if ('repairs' in changes) await opened.forge({}, { id: 'c0' });
		const versions = (await opened.folder.files.tools.list()).length;
		const outcomes = await Promise.all(['c1', 'c2'].map((call) => opened.forge(changes, { id: call })));
		expect(outcomes).toContainEqual({ ok: true, text: expect.stringContaining(`"version":${versions + 1}`) });
		const said = `Meanwhile version ${versions + 1} of ${id} has come`;
		expect(outcomes).toContainEqual({ ok: false, text: expect.stringContaining(said) });
		expect(await opened.folder.files.tools.list()).toHaveLength(versions + 1);
	});

	it('keeps tests whose text begins with a slash and names no file of the session', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good')]) });
		const examples = rawSpec.examples.map(({ input, output }) => ({ input: { ...input, note: '/api/users' }, output }));
		await opened.forge({ examples });
		const kept = JSON.parse((await opened.folder.files.tools.read(entry, 'tests.json')) ?? '');
		expect(casesSchema.parse(kept)).toHaveLength(3);
	});

	it('counts no tool of the catalog among the 30', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good')]) });
		const adopted = { catalog: 'local', version: 1 };
		for (let at = 0; at < caps.session; at++) {
			const provenance = { session: 's', coder: 'c', seeds: [1], tries: 1, adopted };
			await keepTool(opened.folder, { name: `double_number_${at}`, provenance });
		}
		expect(await opened.forge({ anyway: true })).toMatchObject({ ok: true });
	});

	it('ends at 30 tools a session', async () => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('good')]);
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		await updateRegistry(opened.folder, (registry) => ({
			...registry,
			tools: Array.from({ length: caps.session }, (_, at) =>
				registry.tools.map((tool) => ({ ...tool, name: `${tool.name}_${at}` })),
			).flat(),
		}));
		const outcome = await opened.forge({ name: 'count_words', anyway: true }, { id: 'c2' });
		expect(outcome).toMatchObject({ ok: false, text: expect.stringContaining('may forge 30') });
		expect(coder.asked).toHaveLength(2);
	});
});
