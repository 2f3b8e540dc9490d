import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { casesSchema } from '../../../src/agent/forge/draft/cases.ts';
import { readRegistry, updateRegistry, withTool, withVersion } from '../../../src/agent/forge/registry/registry.ts';
import { keepRun, readRun } from '../../../src/agent/forge/run/forge-run.ts';
import { isSame } from '../../../src/agent/forge/try/compare.ts';
import { tryToolArgs } from '../../../src/sandbox/built-ins.ts';
import type { FakeTool } from '../../support/fake-sandboxes.ts';
import { toolsPath } from '../../support/session-home.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { type OpenForge, openForge } from './open-forge.ts';
import { codeOf, coderOf, fakeTry, rawSpec } from './specs.ts';

const id = 'numbers/sum_numbers';
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
	const tried = opened.sandboxes.calls.filter(({ tool }) => tool === 'try_tool').at(-2);
	const inputs = tryToolArgs.parse(tried?.args).runs.map(({ input }) => input);
	return inputs;
}

describe('a repair', () => {
	it('is tested with its own spec, the old orders, and inputs of use, and becomes the current version', async () => {
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
			{ numbers: [], note: 'new' },
			{ numbers: [1], note: 'new' },
			{ numbers: [7] },
			...rawSpec.examples.map(({ input }) => input),
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
		const coder = coderOf([codeOf('good'), codeOf('forgetful'), codeOf('good again')]);
		await using opened = await openForge({ home: dir.path, coder, tryTool: fives });
		await opened.forge({ examples: [{ input: { numbers: [5] }, output: { sum: 5 } }, ...rawSpec.examples] });
		expect(await opened.forge({ repairs: id }, { id: 'c2' })).toMatchObject({ ok: true });
		expect(coder.asked.at(-1)?.prompt).toContain('Example 1: sum: expected 5, got 6');
	});

	it.each([
		['not with a test that the Coder has made up and one draft has kept', {}, false],
		['with one on which two drafts agreed', { agreed: true }, true],
	])('is tested %s', async (_, facts, isTested) => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good'), codeOf('better')]) });
		await opened.forge();
		const made = { ...{ name: 'made up', from: 'coder', files: {}, input: { numbers: [77] } }, ...facts };
		const tests = [{ ...made, expect: { kind: 'output', output: { sum: 77 }, files: [] } }];
		await writeFile(join(toolsPath(dir.path, opened.folder.id), id, '1/tests.json'), JSON.stringify(tests));
		await opened.forge({ repairs: id }, { id: 'c2' });
		expect(inputsOf(opened).some((input) => isSame(input, { numbers: [77] }))).toBe(isTested);
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
		expect(coder.asked).toHaveLength(3);
	});

	it('is tested with all old tests, and is kept with as many as a file holds', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good'), codeOf('better')]) });
		await opened.forge();
		const old = Array.from({ length: 50 }, (_, at) => ({
			...{ name: `old ${at}`, from: 'example', files: {}, input: { numbers: [at], note: 'n'.repeat(19_000) } },
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
