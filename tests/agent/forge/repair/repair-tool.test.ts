import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRegistry, updateRegistry, withTool, withVersion } from '../../../../src/agent/forge/registry/registry.ts';
import { keepRun, readRun } from '../../../../src/agent/forge/run/forge-run.ts';
import { rollBack } from '../../../../src/agent/forge/use/rollback.ts';
import { tryToolArgs } from '../../../../src/sandbox/built-ins.ts';
import { toolsPath } from '../../../support/session-home.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { type OpenForge, openForge, textOf } from '../open-forge.ts';
import { keepInCatalog } from '../share/open-catalog.ts';
import { codeOf, coderOf, rawSpec } from '../specs.ts';

const id = 'numbers/sum_numbers';
const body = 'good = 1\n\n\n# a comment of its own\ndef run(input):\n    return {}';

async function opened(home: string, codes: readonly unknown[] = [codeOf(body), codeOf('better')]) {
	const coder = coderOf(codes, [{ tests: [{ name: 'five', input: { numbers: [5] }, output: { sum: 5 } }] }]);
	return { coder, forge: await openForge({ home, coder }) };
}

function inputsOf({ sandboxes }: OpenForge): unknown[] {
	// The last call is of second runs.
	const tried = sandboxes.calls.filter(({ tool }) => tool === 'try_tool').at(-2);
	return tryToolArgs.parse(tried?.args).runs.map(({ input }) => input);
}

async function manifests({ folder }: OpenForge) {
	return (await readRegistry(folder)).tools.flatMap(({ versions }) => versions.map(({ manifest }) => manifest));
}

describe('repair_tool', () => {
	it('makes a new version of a change alone: the rest is the tool as it was', async () => {
		await using dir = await tempDir();
		const { coder, forge } = await opened(dir.path);
		await using _ = forge;
		await forge.forge();
		const outcome = await forge.repair({ tool: 'sum_numbers', change: 'Round the sum' });
		expect(outcome).toMatchObject({ ok: true, text: expect.stringContaining('"version":2') });
		const [first, second] = await manifests(forge);
		const { purpose, input, output, example, capabilities } = first ?? {};
		expect(second).toMatchObject({ purpose, input, output, example, capabilities, provenance: { repairs: 1 } });
		const kept = [...rawSpec.examples.map((one) => one.input), { numbers: [] }];
		expect(inputsOf(forge)).toEqual(expect.arrayContaining(kept));
		// One that the Coder has made up alone binds nobody.
		expect(inputsOf(forge)).not.toContainEqual({ numbers: [5] });
		const asked = coder.asked.filter(({ name }) => name === 'tool_code').at(-1)?.prompt ?? '';
		expect(asked).toContain(
			'Purpose: Add up numbers\nChange that is ordered now, and goes before all else: Round the sum',
		);
		expect(asked).toContain(`changed as little as needed:\n${body}\n\nIts usage: sum_numbers {`);
		expect(asked).toContain('- {"input":{"numbers":[1,2]}}: {"output":{"sum":3}}');
		expect(asked).not.toContain('{"numbers":[5]}');
		expect(asked).not.toContain('META');
	});

	it('takes the result that an example names for one that the tool gave, and widens schemas for what is new', async () => {
		await using dir = await tempDir();
		const { forge } = await opened(dir.path, [codeOf('good'), codeOf('wrong')]);
		await using _ = forge;
		await forge.forge();
		const examples = [
			{ input: { numbers: [1, 2] }, output: { sum: 4 } },
			{ input: { numbers: [-1], digits: 2 }, output: { sum: 0 } },
			{ input: { numbers: [5] }, output: { sum: 6 } },
			{ input: { numbers: [-1] }, output: { sum: 0 } },
		];
		const outcome = await forge.repair({ tool: id, change: 'Add one, with digits', examples });
		expect(outcome).toMatchObject({ ok: true });
		const [, second] = await manifests(forge);
		expect(second?.input).toEqual({
			...rawSpec.input,
			properties: { ...Object(rawSpec.input['properties']), digits: { type: 'number' } },
		});
		expect(second?.example).toEqual(examples[0]);
	});

	it('tells the Brain which example of the tool no draft keeps, and to say its new result where that is the change', async () => {
		await using dir = await tempDir();
		const { forge } = await opened(
			dir.path,
			['good', 'wrong 1', 'wrong 2', 'wrong 3', 'wrong 4'].map((code) => codeOf(code)),
		);
		await using _ = forge;
		await forge.forge();
		const text = textOf(await forge.repair({ tool: id, change: 'Add one' }));
		expect(text).toContain('The repair of "numbers/sum_numbers" could not be made, and version 1 stays as it is');
		expect(text).toContain('For {"numbers":[1,2]} an example of the tool says {"sum":3}, all 4 drafts gave {"sum":4}.');
		expect(text).toContain('call repair_tool again with these inputs and their new results in examples');
		expect((await readRegistry(forge.folder)).tools[0]?.current).toBe(1);
	});

	it('mends a tool in quarantine by the inputs that it failed with, and tells the Coder how it failed', async () => {
		await using dir = await tempDir();
		const { coder, forge } = await opened(dir.path);
		await using _ = forge;
		await forge.forge();
		await updateRegistry(forge.folder, (registry) =>
			withTool(registry, id, (tool) =>
				withVersion(tool, 1, (version) => ({
					...version,
					quarantined: true,
					use: { ...version.use, failedInputs: [{ numbers: [7] }], lastError: 'KeyError: 7' },
				})),
			),
		);
		expect(await forge.repair({ tool: id, change: 'It fails with 7' })).toMatchObject({ ok: true });
		expect(inputsOf(forge)).toContainEqual({ numbers: [7] });
		const asked = coder.asked.filter(({ name }) => name === 'tool_code').at(-1)?.prompt;
		expect(asked).toContain('It failed in use, the last time with: KeyError: 7');
		expect(asked).toContain('- {"input":{"numbers":[7]}}: failed in use');
		expect((await readRegistry(forge.folder)).tools[0]).toMatchObject({ current: 2 });
	});

	it('changes the version that people went back to, not the one that they left', async () => {
		await using dir = await tempDir();
		const { coder, forge } = await opened(
			dir.path,
			['good one', 'good two', 'good three'].map((code) => codeOf(code)),
		);
		await using _ = forge;
		await forge.forge();
		await forge.repair({ tool: id, change: 'More' }, { id: 'r1' });
		const [tool] = (await readRegistry(forge.folder)).tools;
		if (tool) await rollBack(tool, 1, forge.folder);
		expect(await forge.repair({ tool: id, change: 'Less' }, { id: 'r2' })).toMatchObject({ ok: true });
		expect(coder.asked.filter(({ name }) => name === 'tool_code').at(-1)?.prompt).toContain('Version 1 of the tool');
		expect((await readRegistry(forge.folder)).tools[0]).toMatchObject({ current: 3 });
	});

	it("makes a catalog's tool the session's own, and leaves the catalog's as it is", async () => {
		await using dir = await tempDir();
		const { forge } = await opened(dir.path, [codeOf('good'), codeOf('never')]);
		await using _ = forge;
		const catalog = await forge.sessions.catalog('local');
		await keepInCatalog(catalog, { code: 'def run(input):\n    return {}\n' });
		await forge.repair({ tool: 'tables/sum_by_column', change: 'Round' });
		const [tool] = (await readRegistry(forge.folder)).tools;
		expect(tool).toMatchObject({ name: 'sum_by_column', versions: [{ manifest: { provenance: { adopted: {} } } }] });
		expect(await catalog.tools.list()).toHaveLength(1);
	});

	it('goes on where it was when the process dies, and makes one version', async () => {
		await using dir = await tempDir();
		const { coder, forge } = await opened(dir.path);
		await using _ = forge;
		await forge.forge();
		const outcome = await forge.repair({ tool: id, change: 'Round' });
		const run = await readRun(forge.folder, 'r1');
		if (!run) throw new Error('There is no run');
		await keepRun(forge.folder, 'r1', { ...run, outcome: 'open' });
		expect(await forge.repair({ tool: id, change: 'Round' })).toEqual(outcome);
		expect(await forge.folder.files.tools.list()).toHaveLength(2);
		expect(coder.asked.filter(({ name }) => name === 'tool_code')).toHaveLength(2);
		expect((await readRun(forge.folder, 'r1'))?.spec).toMatchObject({
			change: { words: 'Round', version: 1, code: body },
		});
	});

	it.each([
		['nothing', {}, ['- tool: is missing', '- change: is missing']],
		[
			'an unknown tool',
			{ tool: 'sum_number', change: 'x' },
			['no forged tool "sum_number"', 'Did you mean sum_numbers?'],
		],
		['a change that is too long', { tool: id, change: 'x'.repeat(2_001) }, ['- change: has 2001 characters']],
		[
			'an example without a result',
			{ tool: id, change: 'x', examples: [{ input: { numbers: [1] } }] },
			['examples[0].output: must be an object'],
		],
		[
			'a new field of which nothing says the type',
			{ tool: id, change: 'x', examples: [{ input: { numbers: [1], tags: [] }, output: { sum: 1 } }] },
			['examples[0].input', 'takes no "tags"'],
		],
		[
			'equal inputs with two results',
			{ tool: id, change: 'x', examples: [1, 2].map((sum) => ({ input: { numbers: [1] }, output: { sum } })) },
			['examples[1]: has the same input'],
		],
	])('sends back, before anybody is asked: %s', async (_, given, sentences) => {
		await using dir = await tempDir();
		const { coder, forge } = await opened(dir.path);
		await using _forge = forge;
		await forge.forge();
		const outcome = await forge.repair(given);
		expect(outcome).toMatchObject({ ok: false });
		for (const sentence of sentences) expect(textOf(outcome)).toContain(sentence);
		expect(coder.asked).toHaveLength(3);
	});

	it('says so where the code was removed by hand', async () => {
		await using dir = await tempDir();
		const { forge } = await opened(dir.path);
		await using _ = forge;
		await forge.forge();
		await rm(join(toolsPath(dir.path, forge.folder.id), id, '1/tool.py'));
		expect(textOf(await forge.repair({ tool: id, change: 'x' }))).toContain('its tool.py was removed by hand');
	});
});
