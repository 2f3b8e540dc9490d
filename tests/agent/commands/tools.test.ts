import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentOf, readRegistry, unused } from '../../../src/agent/forge/registry/registry.ts';
import { questionSchema } from '../../../src/chat/question.ts';
import type { SessionFolder } from '../../../src/store/store.ts';
import { ask, bo, command, cy, said } from '../../support/commands.ts';
import { keepTool, keepVersion } from '../../support/kept-tools.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, openWorkbench, sessionId } from '../../support/workbench.ts';
import { openBench } from './open-bench.ts';

const id = 'numbers/double_number';

async function currentIn(folder: SessionFolder): Promise<number | undefined> {
	const [tool] = (await readRegistry(folder)).tools;
	return tool && currentOf(tool).manifest.version;
}

describe('/tools', () => {
	it('lists the built-ins, what was forged with its use, and what others share', async () => {
		await using at = await openBench();
		expect(await ask(at.bench, '/tools')).toMatch(/^Built-ins: bash, .*read_file.*\nForged: none yet$/);
		await keepTool(at.folder);
		await keepTool(at.folder, {}, { quarantined: true, use: { ...unused, calls: 12, failures: 3 } });
		await keepTool(at.folder, { name: 'halve_number', purpose: 'Halves\na number' });
		await keepVersion(at.catalog.tools, { category: 'tables', name: 'sum_by_column', purpose: 'Sums' });
		const [, ...lines] = (await ask(at.bench, '/tools')).split('\n');
		expect(lines).toEqual([
			'Forged:',
			`  ${id} (version 2, 12 calls, quarantined)  Doubles a number`,
			'  numbers/halve_number (version 1)  Halves a number',
			'Shared by others:',
			'  tables/sum_by_column  Sums',
		]);
	});

	it('reads what an earlier release has kept', async () => {
		await using at = await openBench();
		const tool = { category: 'tables', name: 'sum', purpose: 'Sums', usage: '', inputs: [], tries: 1, coder: 'c' };
		const versions = [1, 2].map((version) => ({ ...tool, version, forgedAt: '2026-01-01T00:00:00Z' }));
		await at.folder.documents.write('tool_registry', { version: 1, tools: versions });
		expect(await ask(at.bench, '/tools')).toMatch(/\nForged:\n {2}tables\/sum \(version 2\) {2}Sums$/);
	});

	it('says which tools of the catalog were changed by hand', async () => {
		await using at = await openBench();
		await keepVersion(at.catalog.tools);
		await writeFile(join(at.catalog.path, id, '1/tool.py'), 'def run(input): return {}');
		expect(await ask(at.bench, '/tools')).toMatch(/\nLeft out: catalog local: .*double_number 1 was changed by hand/);
	});

	it('names no path of the host for what of the catalog cannot be read', async () => {
		await using at = await openBench();
		await keepVersion(at.catalog.tools);
		const code = join(at.catalog.path, id, '1/tool.py');
		await rm(code);
		await symlink('/etc/hostname', code);
		const listed = await ask(at.bench, '/tools');
		expect(listed).toMatch(/\nLeft out: .*Cannot read "tool\.py".*it is a link\. Put back what was there/);
		expect(listed).not.toContain(at.catalog.path);
	});
});

describe('/tools show', () => {
	it('tells what a version does, how it is called, where it comes from and how it has done', async () => {
		await using at = await openBench();
		const use = { ...unused, calls: 4, failures: 1, ms: 100, lastError: 'KeyError: 1' };
		await keepTool(at.folder, { dependencies: ['humanize'], capabilities: ['files'] }, { use });
		expect((await ask(at.bench, '/tools show double_number')).split('\n')).toEqual([
			`${id} (version 1)`,
			'Doubles a number',
			'Input      n (number)',
			'Output     twice (number)',
			'Example    `{"n":2}` gives `{"twice":4}`',
			'Usage      double_number {"n": 2}',
			'May        files',
			'Packages   humanize',
			'Made       2026-01-02 by c in 1 try; asked for by Ada',
			'Use        4 calls, 1 failed, 25 ms on average; last failed with KeyError: 1',
		]);
	});

	it('tells an older version by its number, and a shared one', async () => {
		await using at = await openBench();
		await keepTool(at.folder, { purpose: 'First' });
		await keepTool(at.folder, { purpose: 'Second' });
		await keepVersion(at.catalog.tools, { name: 'halve_number' });
		expect(await ask(at.bench, `/tools show ${id} 1`)).toContain('\nFirst\n');
		expect(await ask(at.bench, `/tools show ${id}`)).toContain('\nSecond\n');
		expect(await ask(at.bench, '/tools show halve_number')).toContain('(version 1, shared by others)');
	});
});

describe('/tools versions', () => {
	it('lists them, the newest first', async () => {
		await using at = await openBench();
		await keepTool(at.folder);
		await keepTool(at.folder, {}, { quarantined: true });
		expect(await ask(at.bench, '/tools versions double_number')).toBe(
			`${id}:\n  2 (in use, quarantined)  2026-01-02  not called yet\n  1  2026-01-02  not called yet`,
		);
	});
});

describe('/tools rollback', () => {
	it('goes back to the newest older version that is not quarantined, and says the way back', async () => {
		await using at = await openBench();
		await keepTool(at.folder);
		await keepTool(at.folder, {}, { quarantined: true });
		await keepTool(at.folder);
		expect(await ask(at.bench, '/tools rollback double_number')).toBe(
			`${id}: from version 3 to version 1. The way back: /tools rollback ${id} 3`,
		);
		expect([await currentIn(at.folder), await at.folder.files.tools.current(id)]).toEqual([1, 1]);
		expect(await ask(at.bench, `/tools rollback ${id} 3`)).toContain('from version 1 to version 3');
	});

	it('takes a version that people choose out of quarantine', async () => {
		await using at = await openBench();
		await keepTool(at.folder, {}, { quarantined: true, use: { ...unused, failuresInARow: 3 } });
		expect(await ask(at.bench, `/tools rollback ${id} 1`)).toBe(
			`${id} version 1 is used again. It is not quarantined any more.`,
		);
		const [tool] = (await readRegistry(at.folder)).tools;
		expect(tool && currentOf(tool)).toMatchObject({ quarantined: false, use: { failuresInARow: 0 } });
	});

	it.each([
		['double_numbr', `This session has no tool "double_numbr". Did you mean double_number?`],
		['double_number 9', `${id} has no version 9; it has 1, 2.`],
		['double_number 2', `${id} is at version 2 already.`],
	])('refuses %j in one sentence, and changes nothing', async (args, sentence) => {
		await using at = await openBench();
		await keepTool(at.folder);
		await keepTool(at.folder);
		expect(await ask(at.bench, `/tools rollback ${args}`)).toBe(sentence);
		expect(await currentIn(at.folder)).toBe(2);
	});

	it('refuses where there is no older version, and one whose folder was removed by hand', async () => {
		await using at = await openBench();
		await keepTool(at.folder);
		expect(await ask(at.bench, '/tools rollback double_number')).toBe(
			`${id} has no version before 1 that is not quarantined.`,
		);
		await keepTool(at.folder);
		await rm(join(at.folder.paths.mounts.tools, id, '1'), { recursive: true });
		expect(await ask(at.bench, '/tools rollback double_number')).toContain('it is not there');
		expect(await currentIn(at.folder)).toBe(2);
	});

	it('is for the owner like sharing, looking is for everyone', async () => {
		await using at = await openBench();
		await at.bench.say(said('mine', { person: bo }));
		await keepTool(at.folder);
		const by = { person: cy };
		expect(await ask(at.bench, '/tools rollback double_number', by)).toBe("/tools is for this session's owner.");
		expect(await ask(at.bench, '/tools share double_number', by)).toBe("/tools is for this session's owner.");
		expect(await ask(at.bench, '/tools show double_number', by)).toContain('Doubles a number');
	});

	it('waits for the running turn, which looking does not', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'Busy ', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const folder = await bench.sessions.open(sessionId);
		await keepTool(folder);
		await keepTool(folder);
		await bench.dispatch.accept(said('go'));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch.accept(command('/tools rollback double_number'));
		await bench.dispatch.accept(command('/tools versions double_number'));
		await waitFor(() => bench.platform.posts.some((post) => post.includes('2 (in use)')), 'the versions');
		await bench.say(command('/stop'));
		const { posts } = bench.platform;
		const at = (words: string) => posts.findIndex((post) => post.includes(words));
		await waitFor(() => at('from version 2 to version 1') >= 0, 'the rollback');
		expect(at('ended stopped')).toBeGreaterThan(at('2 (in use)'));
		expect(at('from version 2')).toBeGreaterThan(at('ended stopped'));
	});
});

describe('/tools share', () => {
	it('asks an admin, whose yes has the catalog offer it', async () => {
		await using at = await openBench();
		await keepTool(at.folder, {}, { use: { ...unused, calls: 1 } });
		await at.bench.say(command('/tools share double_number'));
		const [question] = await at.bench.store.records.list('question', sessionId, questionSchema);
		expect(question).toMatchObject({ decides: { kind: 'share' }, role: 'admin', state: 'open' });
		expect(question?.text).toContain(id);
		await at.bench.say(inbound('answer', { question: question?.id ?? '', value: 'Share it' }));
		expect(await at.catalog.tools.current(id)).toBe(1);
	});

	it.each([
		['nope', 'this session has no such tool'],
		['double_number 7', 'there is no such version'],
		['double_number', 'no call of it has gone well yet'],
	])('refuses %j with why, and asks nobody', async (args, words) => {
		await using at = await openBench();
		await keepTool(at.folder);
		expect(await ask(at.bench, `/tools share ${args}`)).toContain(words);
		expect(await at.bench.store.records.list('question', sessionId, questionSchema)).toEqual([]);
	});
});
