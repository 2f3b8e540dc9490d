import { describe, expect, it } from 'vitest';
import { casesSchema, isOfOrder } from '../../../src/agent/forge/draft/cases.ts';
import { caps } from '../../../src/agent/forge/forge-deps.ts';
import { readRegistry, updateRegistry } from '../../../src/agent/forge/registry/registry.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openForge } from './open-forge.ts';
import { codeOf, coderOf, rawSpec } from './specs.ts';

const id = 'numbers/sum_numbers';
const entry = { tool: id, version: 1 };

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
		expect(casesSchema.parse(kept).filter(isOfOrder)).toHaveLength(3);
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
		expect(coder.asked).toHaveLength(3);
	});
});
