import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../../src/agent/forge/registry/registry.ts';
import { readRun } from '../../../src/agent/forge/run/forge-run.ts';
import { ModelError } from '../../../src/base/errors.ts';
import type { PackageLock, Packages } from '../../../src/sandbox/sandbox.ts';
import { noPackages } from '../../support/fake-packages.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openForge, textOf } from './open-forge.ts';
import { codeOf, coderOf } from './specs.ts';

const lock: PackageLock = {
	hash: '0123456789abcdef0123456789abcdef',
	text: 'oddpackage==1.0 --hash=sha256:aa\n',
	packages: [{ name: 'oddpackage', version: '1.0', uploadedAt: '2020-01-01T00:00:00Z' }],
};
const packages: Packages = {
	...noPackages,
	resolve: async () => ({ kind: 'locked', lock }),
	install: async () => ({ kind: 'installed' }),
};
const odd = codeOf('import oddpackage\n', ['oddpackage']);
const grace = { id: 'local', name: 'Grace' };
const first = 'local-forge/c1q1';

describe('a forge that needs a yes', () => {
	it('asks an admin, waits on disk, and goes on from there in another process without asking the Coder again', async () => {
		await using dir = await tempDir();
		{
			await using opened = await openForge({ home: dir.path, coder: coderOf([odd]), packages });
			const outcome = await opened.forge();
			expect(outcome).toMatchObject({ ask: { role: 'admin', text: expect.stringContaining('oddpackage') } });
			expect(opened.sandboxes.calls.map(({ tool }) => tool)).toEqual(['check_tool']);
		}
		await using opened = await openForge({ home: dir.path, coder: coderOf([]), packages });
		const outcome = await opened.forge({}, { answer: { question: first, value: 'Install', person: grace } });
		expect(JSON.parse(textOf(outcome))).toMatchObject({ made: 'numbers/sum_numbers', version: 1 });
		const [tool] = (await readRegistry(opened.folder)).tools;
		expect(tool?.versions[0]?.manifest).toMatchObject({
			env: lock.hash,
			dependencies: ['oddpackage'],
			provenance: { packagesBy: { name: 'Grace' }, askedBy: { name: 'Ada' } },
		});
		expect(await opened.folder.files.tools.read({ tool: 'numbers/sum_numbers', version: 1 }, 'lock')).toBe(lock.text);
	});

	it('asks for a package that the order names before the Coder is asked for anything', async () => {
		await using dir = await tempDir();
		const order = { dependencies: ['oddpackage>=1', 'json', 'pandas', 'yaml'] };
		{
			const coder = coderOf([]);
			await using opened = await openForge({ home: dir.path, coder, packages });
			const text = expect.stringContaining('use the package oddpackage?');
			expect(await opened.forge(order)).toMatchObject({ ask: { role: 'admin', text } });
			expect(coder.asked).toEqual([]);
		}
		await using opened = await openForge({ home: dir.path, coder: coderOf([odd]), packages });
		const outcome = await opened.forge(order, { answer: { question: first, value: 'Install', person: grace } });
		expect(JSON.parse(textOf(outcome))).toMatchObject({ made: 'numbers/sum_numbers', version: 1 });
	});

	it.each([
		['a no', 'Do not install'],
		['no answer in time', null],
	])('whose package the order names is given up after %s, and the Coder is never asked', async (_, value) => {
		await using dir = await tempDir();
		const coder = coderOf([]);
		await using opened = await openForge({ home: dir.path, coder, packages });
		await opened.forge({ dependencies: ['oddpackage'] });
		const answer = { question: first, value, person: grace };
		const outcome = await opened.forge({ dependencies: ['oddpackage'] }, { answer });
		expect(textOf(outcome)).toContain('The tool needs the package oddpackage, which nobody has allowed.');
		expect(coder.asked).toEqual([]);
	});

	it('shows the admin all of the code, with what is invisible in it', async () => {
		await using dir = await tempDir();
		const hidden = codeOf('import oddpackage\n# \u202e\u3164\n', ['oddpackage']);
		await using opened = await openForge({ home: dir.path, coder: coderOf([hidden]), packages });
		const text = expect.stringContaining('import oddpackage\n# \\u{202e}\\u{3164}\n');
		expect(await opened.forge()).toMatchObject({ ask: { file: { name: 'sum_numbers.py', text } } });
	});

	it.each([
		['a no', 'Do not install'],
		['no answer in time', null],
	])('is given up after %s, with nothing asked of the index', async (_, value) => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([odd]), packages });
		await opened.forge();
		const outcome = await opened.forge({}, { answer: { question: first, value, person: grace } });
		expect(outcome).toMatchObject({ ok: false, text: expect.stringContaining('nobody has allowed') });
		expect(opened.sandboxes.calls.map(({ tool }) => tool)).not.toContain('packages.resolve');
		expect((await readRun(opened.folder, 'c1'))?.outcome).toBe('given-up');
		expect(await opened.forge()).toEqual(outcome);
		expect((await readRegistry(opened.folder)).counters).toMatchObject({ orders: 1, givenUp: 1 });
	});

	it('takes the answer to one question for no other, when a crash comes before the second is asked', async () => {
		await using dir = await tempDir();
		const asked: boolean[] = [];
		const undated: Packages = {
			...packages,
			resolve: async (request) => {
				asked.push(request.undated);
				return request.undated ? { kind: 'locked', lock } : { kind: 'undated', names: ['oddpackage'] };
			},
		};
		await using opened = await openForge({ home: dir.path, coder: coderOf([odd]), packages: undated });
		await opened.forge();
		const yes = { question: first, value: 'Install', person: grace };
		const second = await opened.forge({}, { answer: yes });
		expect(second).toMatchObject({ ask: { text: expect.stringContaining('how old') } });
		expect(await opened.forge({}, { answer: yes })).toEqual(second);
		expect(asked).toEqual([false, false]);
		const last = await opened.forge({}, { answer: { ...yes, question: 'local-forge/c1q2' } });
		expect(last).toMatchObject({ ok: true });
		expect(asked).toEqual([false, false, true]);
	});

	it('goes on after a crash with the code that was written, without asking the Coder again', async () => {
		await using dir = await tempDir();
		{
			const tryTool = () => Promise.reject(new Error('The machine is broken'));
			await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good')]), tryTool });
			await expect(opened.forge()).rejects.toThrow('broken');
		}
		await using opened = await openForge({ home: dir.path, coder: coderOf([]) });
		expect(await opened.forge()).toMatchObject({ ok: true });
		expect((await readRun(opened.folder, 'c1'))?.outcome).toBe('registered');
	});

	it('goes on with a run that another version has kept, whatever that knew more of and allowed', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([odd, odd]), packages });
		await opened.forge();
		const run = JSON.parse(JSON.stringify(await readRun(opened.folder, 'c1')));
		const [draft, test, example] = [run.tries[0].draft, run.tests[0], run.spec.examples[0]];
		draft.usage = 'u'.repeat(5_000);
		draft.dependencies = [...draft.dependencies, ...Array.from({ length: 100 }, () => 'oddpackage')];
		for (const one of [draft, test, test.expect, example, run.spec.rejects[0]]) one.later = 1;
		await opened.folder.documents.write('forge/c1', run);
		const outcome = await opened.forge({}, { answer: { question: first, value: 'Install', person: grace } });
		expect(JSON.parse(textOf(outcome))).toMatchObject({ made: 'numbers/sum_numbers', version: 1 });
		expect(await readRun(opened.folder, 'c1')).toMatchObject({
			tests: expect.arrayContaining([expect.objectContaining({ later: 1 })]),
			tries: [{}],
		});
		const repair = await opened.forge({ repairs: 'numbers/sum_numbers' }, { id: 'c2' });
		expect(textOf(repair)).toContain('asks: ');
	});

	it('leaves in the log how forging does, with the reuse rates', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('syntax'), codeOf('good')]) });
		await opened.forge();
		const folder = join(dir.path, 'sessions/local-forge/logs');
		const lines = (await readFile(join(folder, (await readdir(folder))[0] ?? ''), 'utf8')).trim().split('\n');
		expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
			event: 'forge-counters',
			orders: 1,
			registered: 1,
			tries: 2,
			refused: { syntax: 1 },
			trr1: 0,
			trr5: 0,
		});
	});

	it('answers the same again when the call is run after its end', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good')]) });
		const outcome = await opened.forge();
		expect(await opened.forge()).toEqual(outcome);
		expect(await opened.folder.files.tools.list()).toHaveLength(1);
	});
});

describe('a judge', () => {
	const judged = { does_what_is_ordered: true, harms_nothing: true, is_general: true, reason: 'Fine' };

	it('refuses what has passed its tests, and the Coder is told why', async () => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('good'), codeOf('good too')]);
		const judge = scriptedModel([], [{ ...judged, is_general: false, reason: 'It knows the example.' }, judged]);
		await using opened = await openForge({ home: dir.path, coder, judge });
		expect(await opened.forge()).toMatchObject({ ok: true });
		expect(coder.asked.at(-1)?.prompt).toContain('Not so: is general. It knows the example.');
	});

	it('reads what errors say that were to say it in other words, and is not asked of them otherwise', async () => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('good'), codeOf('good too')]);
		const said = { ...judged, errors_say_it: true };
		const judge = scriptedModel([], [{ ...said, errors_say_it: false }, said, judged]);
		await using opened = await openForge({ home: dir.path, coder, judge });
		const rejects = [{ input: { numbers: [] }, says: 'nothing to add' }];
		expect(await opened.forge({ rejects })).toMatchObject({ ok: true });
		expect(judge.asked[0]?.prompt).toContain('- must say "nothing to add"; says "The list is empty"');
		expect(coder.asked.at(-1)?.prompt).toContain('Not so: errors say it.');
		await using other = await openForge({ home: dir.path, coder: coderOf([codeOf('good')]), judge });
		expect(await other.forge({ name: 'add_numbers', anyway: true }, { id: 'c2' })).toMatchObject({ ok: true });
		expect(judge.asked.at(-1)?.prompt).not.toContain('must say');
	});

	it('that cannot be asked lets nothing through', async () => {
		await using dir = await tempDir();
		const silent = scriptedModel([]);
		const judge = { ...silent, ask: () => Promise.reject(new ModelError('unreachable', 'Cannot reach the judge')) };
		await using opened = await openForge({ home: dir.path, coder: coderOf([codeOf('good')]), judge });
		expect(await opened.forge()).toMatchObject({ ok: false, text: expect.stringContaining('Cannot reach the judge') });
		expect((await readRegistry(opened.folder)).tools).toEqual([]);
	});
});
