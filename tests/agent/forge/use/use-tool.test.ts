import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentOf, readRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import type { FakeTool } from '../../../support/fake-sandboxes.ts';
import { keepTool, keepVersion } from '../../../support/kept-tools.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { answer, openTools, raised } from './open-tools.ts';

const two = { name: 'double_number', input: { n: 2 } };
const id = 'numbers/double_number';

/** Answers in order; the last one again and again. */
function inOrder(...results: readonly ReturnType<FakeTool>[]): FakeTool {
	let calls = 0;
	return () => results[Math.min(calls++, results.length - 1)] ?? answer({});
}

async function useOf(folder: Parameters<typeof readRegistry>[0], version = 1) {
	const [tool] = (await readRegistry(folder)).tools;
	return tool?.versions.find(({ manifest }) => manifest.version === version);
}

describe('use_tool', () => {
	it('runs the current version, by name or by category and name, and answers its JSON', async () => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		await keepTool(tools.folder, { code: 'other' });
		expect(await tools.use(two)).toEqual({ ok: true, text: '{"twice":4}' });
		expect(await tools.use({ ...two, name: id })).toEqual({ ok: true, text: '{"twice":4}' });
		expect(await tools.use({ ...two, version: 1 })).toEqual({ ok: true, text: '{"twice":4}' });
		const run = tools.sandboxes.calls.map(({ args }) => args['tool']);
		expect(run).toEqual([`${id}/2`, `${id}/2`, `${id}/1`]);
	});

	it('counts, times and remembers what went well, without making the caller wait for it', async () => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		for (const n of [1, 2, 3, 4]) await tools.use({ ...two, input: { n } });
		await waitFor(async () => (await useOf(tools.folder))?.use.calls === 4, 'the calls are counted');
		const entry = await useOf(tools.folder);
		expect(entry?.use).toMatchObject({ failures: 0, failuresInARow: 0, failedInputs: [], lastAt: expect.any(String) });
		expect(entry?.use.takenInputs).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }]);
	});

	it('refuses an input that does not fit the schema, before anything runs', async () => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		const answered = await tools.use({ ...two, input: { n: 'two' } });
		expect(answered).toEqual({ ok: false, text: `Wrong input of ${id}: n must be number` });
		expect(tools.sandboxes.calls).toEqual([]);
	});

	it('reads an input as it was meant where there is no doubt', async () => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		for (const input of [{ n: '2' }, '{"n":2}']) await tools.use({ ...two, input });
		expect(tools.sandboxes.calls.map(({ args }) => args['input'])).toEqual([{ n: 2 }, { n: 2 }]);
	});

	it('has a failure on the disk when it answers, with the input that a repair must take', async () => {
		await using tools = await openTools(inOrder(raised('KeyError', "'x'"), answer({ twice: 4 })));
		await keepTool(tools.folder);
		const { ok, text } = await tools.use(two);
		expect(ok).toBe(false);
		expect(text).toContain("KeyError: 'x'");
		expect(text).toContain(`${id} version 1 failed: 1 of 3 in a row. repair_tool {"tool": "${id}"}`);
		expect((await useOf(tools.folder))?.use).toMatchObject({
			calls: 1,
			failures: 1,
			failuresInARow: 1,
			lastError: "KeyError: 'x'",
			failedInputs: [{ n: 2 }],
		});
		await tools.use(two);
		await waitFor(async () => (await useOf(tools.folder))?.use.failuresInARow === 0, 'the row has ended');
	});

	it.each([
		['an output that breaks the schema', answer({ twice: 'four' }), 'twice must be number'],
		['a crash', { ok: false, text: 'The tool did not return: Killed by SIGSEGV' }, 'Killed by SIGSEGV'],
		['another error than ValueError', raised('UnicodeDecodeError', 'bad byte'), 'UnicodeDecodeError: bad byte'],
	])('takes %s for a failure of the tool', async (_what, result, words) => {
		await using tools = await openTools(() => result);
		await keepTool(tools.folder);
		expect(await tools.use(two)).toMatchObject({ ok: false, text: expect.stringContaining(words) });
		expect((await useOf(tools.folder))?.use.failures).toBe(1);
	});

	it('takes a ValueError for the word of the tool about its input, as often as it comes', async () => {
		await using tools = await openTools(() => raised('ValueError', 'there is no column "x"'));
		await keepTool(tools.folder);
		for (let call = 0; call < 4; call += 1)
			expect(await tools.use(two)).toEqual({ ok: false, text: `${id} refuses the input: there is no column "x"` });
		expect(await useOf(tools.folder)).toMatchObject({ quarantined: false, use: { calls: 0, failures: 0 } });
	});

	it('blames nobody for a sandbox that ended', async () => {
		const ended = { ok: false, text: 'The sandbox ended: out of memory.', lost: 'out of memory' };
		await using tools = await openTools(() => ended);
		await keepTool(tools.folder);
		expect(await tools.use(two)).toEqual({ ok: false, text: ended.text });
		expect((await useOf(tools.folder))?.use.failures).toBe(0);
	});

	it('rejects with the reason of a stop, and counts nothing', async () => {
		const stop = new AbortController();
		await using tools = await openTools(() => {
			stop.abort(new Error('Stopped by Ada'));
			return { ok: false, text: 'Stopped' };
		});
		await keepTool(tools.folder);
		await expect(tools.use(two, stop.signal)).rejects.toThrow('Stopped by Ada');
		expect((await useOf(tools.folder))?.use.failures).toBe(0);
	});

	it('answers closest names, versions and the ambiguous', async () => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		await keepTool(tools.folder, { category: 'tables' });
		const texts = async (args: unknown) => (await tools.use(args)).text;
		expect(await texts(two)).toBe(`"double_number" is ambiguous: ${id}, tables/double_number.`);
		expect(await texts({ ...two, name: 'doubel_number' })).toBe(
			'There is no forged tool "doubel_number". Did you mean double_number?',
		);
		expect(await texts({ ...two, name: 'nope/nope' })).toBe(
			`There is no forged tool "nope/nope". There is ${id}, tables/double_number.`,
		);
		expect(await texts({ ...two, name: id, version: 9 })).toBe(`${id} has no version 9; it has 1.`);
	});
});

describe('a version that fails three times in a row', () => {
	it('is quarantined, and the newest sound older one is used from then on', async () => {
		await using tools = await openTools(() => raised('KeyError', 'x'));
		await keepTool(tools.folder);
		await keepTool(tools.folder, {}, { quarantined: true });
		await keepTool(tools.folder);
		await tools.use(two);
		await tools.use(two);
		expect((await tools.use(two)).text).toContain(
			`${id} version 3 failed 3 times in a row and is quarantined: version 1 is used from now on. repair_tool {"tool": "${id}"}`,
		);
		const [tool] = (await readRegistry(tools.folder)).tools;
		expect(tool && currentOf(tool).manifest.version).toBe(1);
		expect(await tools.folder.files.tools.current(id)).toBe(1);
	});

	it('is set aside though the version that comes next was removed by hand, which its use then says', async () => {
		await using tools = await openTools(() => raised('KeyError', 'x'));
		await keepTool(tools.folder);
		await keepTool(tools.folder);
		await rm(join(tools.toolsPath, id, '1'), { recursive: true });
		for (let call = 0; call < 3; call += 1) await tools.use(two);
		expect((await tools.use(two)).text).toBe(`${id} version 1 is gone: its tool.py was removed by hand.`);
	});

	it('is run no more where there is no other, unless it is named by its number', async () => {
		await using tools = await openTools(inOrder(...Array(3).fill(raised('KeyError', 'x')), answer({ twice: 4 })));
		await keepTool(tools.folder);
		for (let call = 0; call < 3; call += 1) await tools.use(two);
		expect((await tools.use(two)).text).toMatch(/^numbers\/double_number version 1 is quarantined: .*repair_tool/);
		expect(tools.sandboxes.calls).toHaveLength(3);
		expect(await tools.use({ ...two, version: 1 })).toEqual({ ok: true, text: '{"twice":4}' });
	});
});

describe('a tool of the catalog', () => {
	it('is taken over into the session by its first use', async () => {
		await using tools = await openTools();
		await keepVersion(tools.catalog.tools);
		expect(await tools.use(two)).toEqual({ ok: true, text: '{"twice":4}' });
		const entry = await useOf(tools.folder);
		expect(entry?.manifest.provenance.adopted).toEqual({ catalog: 'local', version: 1 });
		expect(await tools.use(two)).toMatchObject({ ok: true });
		expect((await readRegistry(tools.folder)).tools[0]?.versions).toHaveLength(1);
	});

	it('is taken over again, once, when the catalog has a newer version', async () => {
		await using tools = await openTools();
		await keepVersion(tools.catalog.tools);
		await tools.use(two);
		await keepVersion(tools.catalog.tools, { code: 'better' });
		await tools.use(two);
		await tools.use({ ...two, version: 1 });
		await tools.use(two);
		expect(tools.sandboxes.calls.map(({ args }) => args['tool'])).toEqual([`${id}/1`, `${id}/2`, `${id}/1`, `${id}/2`]);
	});

	it('is refused with one sentence when it was changed by hand', async () => {
		await using tools = await openTools();
		await keepVersion(tools.catalog.tools);
		await tools.find({});
		await writeFile(join(tools.catalog.path, id, '1/tool.py'), 'def run(input): return {}');
		const { ok, text } = await tools.use(two);
		expect(ok).toBe(false);
		expect(text).toContain('changed by hand');
		expect(tools.sandboxes.calls).toEqual([]);
	});
});

describe('a name that the catalog has too', () => {
	it('means the tool that the session has forged itself', async () => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		await keepVersion(tools.catalog.tools, { category: 'others' });
		await tools.use(two);
		await tools.use({ ...two, name: 'others/double_number' });
		const run = tools.sandboxes.calls.map(({ args }) => args['tool']);
		expect(run).toEqual([`${id}/1`, 'others/double_number/1']);
	});
});

describe('a tool whose files were changed by hand', () => {
	it.each(['tool.py', 'tests.json'])('is not run: %s', async (file) => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		await writeFile(join(tools.toolsPath, id, '1', file), 'def run(input): return {"twice": 5}');
		expect((await tools.use(two)).text).toMatch(/^numbers\/double_number version 1 was changed by hand/);
		expect(tools.sandboxes.calls).toEqual([]);
	});
});

describe('the packages of a tool', () => {
	const env = 'a'.repeat(32);
	const missing = { ok: false, text: 'missing', data: { missing: 'env' } };

	it('are installed from its lock when they are not there, which is said', async () => {
		await using tools = await openTools(inOrder(missing, answer({ twice: 4 })));
		const lock = 'humanize==4.9.0 --hash=sha256:00\n';
		await keepTool(tools.folder, { env, lock });
		expect((await tools.use(two)).text).toBe('{"twice":4}\n(Its packages had to be installed first.)');
		expect(tools.installed).toEqual([lock]);
		expect(tools.sandboxes.calls.map(({ args }) => args['env'])).toEqual([env, env]);
	});

	it.each([
		['are withheld by the index', 'lock\n', 'its packages cannot be installed: the index cannot be reached'],
		['have no lock', undefined, 'version 1 has no file "lock" to install from.'],
	])('that %s are nobody’s failure', async (_why, lock, words) => {
		const installs = { kind: 'refused', reason: 'the index cannot be reached' } as const;
		await using tools = await openTools(() => missing, { installs });
		await keepTool(tools.folder, { env, ...(lock && { lock }) });
		expect(await tools.use(two)).toEqual({ ok: false, text: `${id} cannot run: ${words}` });
		expect((await useOf(tools.folder))?.use.failures).toBe(0);
	});
});
