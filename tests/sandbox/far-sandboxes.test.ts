import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileTree } from '../../src/base/file-tree.ts';
import { collectArtifacts } from '../../src/sandbox/files/collect.ts';
import { walkOutputs } from '../../src/sandbox/files/fd-walk.ts';
import { defaultFileLimits } from '../../src/sandbox/files/limits.ts';
import { placeFiles } from '../../src/sandbox/files/place.ts';
import type { HostPaths } from '../../src/sandbox/podman/container/options.ts';
import type { Sandbox, SandboxHome, TreeName } from '../../src/sandbox/sandbox.ts';
import { copyTree, createFarSandboxes, type NearSide } from '../support/far-sandboxes.ts';
import { homeFrom, pathsIn } from '../support/session-home.ts';
import { tempDir } from '../support/temp-dir.ts';
import { testSandboxes } from './sandboxes-contract.ts';

const never = new AbortController().signal;

/** The border as the bot has it, for sessions in folders of its own. */
function nearSideOf(pathsOf: (session: string) => HostPaths): NearSide {
	return {
		place(session, files, into, signal) {
			const { trees, seen } = pathsOf(session);
			return placeFiles(into === 'seen' ? seen : trees.inputs, files, defaultFileLimits, signal);
		},
		async keep(session, outputs, known, signal) {
			await using arrived = await tempDir();
			await copyTree(outputs, arrived.path, signal);
			return await collectArtifacts(
				walkOutputs(arrived.path),
				pathsOf(session).outputs,
				known,
				defaultFileLimits,
				signal,
			);
		},
	};
}

async function twoMachines() {
	await using building = new AsyncDisposableStack();
	const near = building.use(await tempDir());
	const far = building.use(await tempDir());
	const pathsOf = (session: string) => pathsIn(join(near.path, session));
	const sandboxes = building.use(createFarSandboxes(far.path, nearSideOf(pathsOf)));
	const parts = building.move();
	return {
		pathsOf,
		sandboxes,
		home: (session: string) => homeFrom(session, pathsOf(session)),
		artifact: (session: string, name: string) => readFile(join(pathsOf(session).outputs, name)),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

testSandboxes('A sandbox on another machine', twoMachines);

/** A session's home that notes each tree that is read. */
function watched(home: SandboxHome): { readonly home: SandboxHome; readonly copied: TreeName[] } {
	const copied: TreeName[] = [];
	const watch = (name: TreeName): FileTree => ({
		version: home.trees[name].version,
		entries() {
			copied.push(name);
			return home.trees[name].entries();
		},
	});
	const trees = { inputs: watch('inputs'), tools: watch('tools'), memories: watch('memories') };
	return { home: { ...home, trees }, copied };
}

async function put(path: string, content: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, content);
}

async function textAt(sandbox: Sandbox, path: string): Promise<string | undefined> {
	const { ok, text } = await sandbox.call({ tool: 'read_file', args: { path } }, { signal: never });
	return ok ? text : undefined;
}

describe('a sandbox on another machine', () => {
	it('reads the inputs, tools and memories it is given, links too', async () => {
		await using machines = await twoMachines();
		const { trees } = machines.pathsOf('s');
		await put(join(trees.inputs, 'a.csv'), 'a,b');
		await put(join(trees.tools, 'numbers/double/1/tool.py'), 'one');
		await symlink('1', join(trees.tools, 'numbers/double/current'));
		await put(join(trees.memories, 'note.md'), 'remember');
		const sandbox = await machines.sandboxes.acquire(machines.home('s'), never);
		expect(await textAt(sandbox, '/inputs/a.csv')).toBe('a,b');
		expect(await textAt(sandbox, '/tools/numbers/double/current/tool.py')).toBe('one');
		expect(await textAt(sandbox, '/memories/note.md')).toBe('remember');
	});

	it('is given a tree that has changed anew, while it runs, and nothing that is gone', async () => {
		await using machines = await twoMachines();
		const { tools } = machines.pathsOf('s').trees;
		await put(join(tools, 'numbers/double/1/tool.py'), 'one');
		await symlink('1', join(tools, 'numbers/double/current'));
		await put(join(tools, 'numbers/old/1/tool.py'), 'old');
		const sandbox = await machines.sandboxes.acquire(machines.home('s'), never);
		await put(join(tools, 'numbers/double/2/tool.py'), 'two');
		await symlink('2', join(tools, 'numbers/double/next'));
		await rename(join(tools, 'numbers/double/next'), join(tools, 'numbers/double/current'));
		await rm(join(tools, 'numbers/old'), { recursive: true });
		expect(await textAt(sandbox, '/tools/numbers/double/current/tool.py')).toBe('one');
		expect(await machines.sandboxes.acquire(machines.home('s'), never)).toBe(sandbox);
		expect(await textAt(sandbox, '/tools/numbers/double/current/tool.py')).toBe('two');
		expect(await textAt(sandbox, '/tools/numbers/old/1/tool.py')).toBeUndefined();
	});

	it('is not sent again what has not changed, though it ended meanwhile', async () => {
		await using machines = await twoMachines();
		const { inputs, tools } = machines.pathsOf('s').trees;
		await put(join(inputs, 'a.csv'), 'a,b');
		await put(join(tools, 'numbers/double/1/tool.py'), 'one');
		const { home, copied } = watched(machines.home('s'));
		await machines.sandboxes.acquire(home, never);
		await machines.sandboxes.end('s');
		const second = await machines.sandboxes.acquire(home, never);
		expect(copied).toEqual(['inputs', 'tools', 'memories']);
		expect(await textAt(second, '/inputs/a.csv')).toBe('a,b');
		await put(join(inputs, 'b.csv'), 'c,d');
		await machines.sandboxes.acquire(home, never);
		expect(copied.slice(3)).toEqual(['inputs']);
		expect(await textAt(second, '/inputs/b.csv')).toBe('c,d');
	});

	it('sees nothing else of its session, and nobody else sees what it writes but what it hands over', async () => {
		await using machines = await twoMachines();
		const { outputs } = machines.pathsOf('s');
		await put(join(outputs, 'former.md'), 'of an earlier turn');
		const sandbox = await machines.sandboxes.acquire(machines.home('s'), never);
		expect(await textAt(sandbox, '/outputs/former.md')).toBeUndefined();
		for (const path of ['/workspace/draft.md', '/outputs/report.md'])
			await sandbox.call({ tool: 'write_file', args: { path, content: path } }, { signal: never });
		const { artifacts } = await sandbox.collect(new Map(), never);
		expect(artifacts.map(({ name }) => name)).toEqual(['report.md']);
		expect(String(await machines.artifact('s', 'report.md'))).toBe('/outputs/report.md');
	});

	it('has a disk of the size that it is told', async () => {
		await using machines = await twoMachines();
		const home = { ...machines.home('s'), diskBytes: 10 };
		const sandbox = await machines.sandboxes.acquire(home, never);
		const args = { path: '/workspace/long', content: 'longer than ten bytes' };
		expect(await sandbox.call({ tool: 'write_file', args }, { signal: never })).toMatchObject({ ok: false });
	});
});
