import { describe, expect, it } from 'vitest';
import { filesNamedBy } from '../../../../src/agent/forge/try/given-files.ts';
import { createLabs, prepareLab } from '../../../../src/agent/forge/try/lab.ts';
import { ProblemError } from '../../../../src/base/errors.ts';
import type { FileTree } from '../../../../src/base/file-tree.ts';
import { labIn } from '../../../../src/sandbox/lab-home.ts';
import type { PackageLock } from '../../../../src/sandbox/sandbox.ts';
import { createFakeSandboxes } from '../../../support/fake-sandboxes.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openForge, textOf } from '../open-forge.ts';
import { codeOf, coderOf, fakeTry } from '../specs.ts';

const { signal } = new AbortController();
const watch = { signal, output: () => {} };
const lock: PackageLock = { hash: '0'.repeat(32), text: 'odd==1.0 --hash=sha256:aa\n', packages: [] };

describe('a lab', () => {
	it('is a sandbox of its own for each order, and ends with it', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({
			home: dir.path,
			coder: coderOf([codeOf('wrong'), codeOf('good'), codeOf('good')]),
		});
		expect(JSON.parse(textOf(await opened.forge()))).toMatchObject({ version: 1 });
		await opened.forge({ name: 'add_numbers', anyway: true }, { id: 'c2' });
		const { calls } = opened.sandboxes;
		const places = calls.filter(({ tool }) => tool === 'try_tool').map(({ session }) => session);
		expect(places.map((session) => labIn(session) !== undefined)).toEqual(Array(5).fill(true));
		expect([...new Set(places)]).toEqual([places[0], places[4]]);
		expect(calls.filter(({ tool }) => tool === 'check_tool').every(({ session }) => session === 'local-forge')).toBe(
			true,
		);
		expect(opened.sandboxes.status().map(({ session }) => session)).toEqual(['local-forge']);
	});

	it('is made anew where a draft has taken it down, and the session is none the wiser', async () => {
		await using dir = await tempDir();
		const tries = { nth: 0 };
		const good = fakeTry();
		await using opened = await openForge({
			home: dir.path,
			coder: coderOf([codeOf('good'), codeOf('good')]),
			tryTool: (args, place) => {
				tries.nth += 1;
				if (tries.nth > 1) return good(args, place);
				opened.sandboxes.die(opened.sandboxes.calls.at(-1)?.session ?? '', 'out of memory');
				return new Promise(() => {});
			},
		});
		expect(JSON.parse(textOf(await opened.forge()))).toMatchObject({ version: 1 });
		expect(opened.sandboxes.starts()).toBe(3);
	});

	it('that cannot be had leaves the draft untested, and is told', async () => {
		const onAcquire = () => {
			throw new ProblemError('Cannot start the sandbox: no room', 'Make room');
		};
		await using sandboxes = createFakeSandboxes({ tools: {}, onAcquire });
		using lab = createLabs(sandboxes, 1).open({ like: 'local-forge' });
		const hopeless = expect.stringMatching(/needs a sandbox of its own: Cannot start the sandbox: no room/);
		expect(await prepareLab(lab, undefined, watch)).toMatchObject({ class: 'sandbox', hopeless });
		expect(sandboxes.calls).toEqual([]);
	});

	it('that is called off in its start ends the call, and no draft is judged by it', async () => {
		const stop = new AbortController();
		await using sandboxes = createFakeSandboxes({ tools: {}, onAcquire: () => new Promise(() => {}) });
		using lab = createLabs(sandboxes, 1).open({ like: 'local-forge' });
		const preparing = prepareLab(lab, undefined, { ...watch, signal: stop.signal });
		stop.abort(new Error('stopped by Ada'));
		await expect(preparing).rejects.toThrow('stopped by Ada');
	});

	it('is given the packages of a draft, and a draft without them is not run', async () => {
		const asked: string[] = [];
		const packages = {
			resolve: async () => ({ kind: 'refused', reason: 'not asked for' }) as const,
			install: async (text: string) => {
				asked.push(text);
				return { kind: 'refused', reason: 'the index is away' } as const;
			},
		};
		await using sandboxes = createFakeSandboxes({ tools: {}, packages });
		using lab = createLabs(sandboxes, 1).open({ like: 'local-forge' });
		const hopeless = expect.stringMatching(/packages cannot be installed: the index is away/);
		expect(await prepareLab(lab, lock, watch)).toMatchObject({ hopeless });
		expect(asked).toEqual([lock.text]);
	});
});

it('a lab is given those files of the session that its tests name, and no other', async () => {
	const names = ['sales.csv', 'sales.csv.old', 'plans/a.csv', 'plans/deep/b.csv', 'plan.txt', 'notes.md'];
	const inputs: FileTree = {
		version: async () => '1',
		async *entries() {
			for (const name of names) yield { kind: 'file', name, size: 0, async *read() {} };
			yield { kind: 'link', name: 'link', target: 'notes.md' };
		},
	};
	const named = async (...texts: unknown[]) => {
		const { entries } = filesNamedBy(
			texts.map((text) => ({ input: { text } })),
			inputs,
		);
		return (await Array.fromAsync(entries())).map(({ name }) => name);
	};
	expect(await named('/inputs/sales.csv', 'see /inputs/notes.md', 'plan.txt', '/inputs/link')).toEqual(['sales.csv']);
	expect(await named(['/inputs/plans'], { deep: '/inputs/plan.*' })).toEqual(names.slice(2, 5));
	expect(await named('/inputs/plans/*.csv')).toEqual(names.slice(2, 4));
	expect(await named()).toEqual([]);
});
