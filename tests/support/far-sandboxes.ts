import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileTree, TreeEntry } from '../../src/base/file-tree.ts';
import { createSerial, type Serial } from '../../src/base/serial.ts';
import {
	type Collected,
	type Sandbox,
	type Sandboxes,
	type SandboxHome,
	type TreeName,
	treeNames,
} from '../../src/sandbox/sandbox.ts';
import { treeIn } from '../../src/store/files/folder-tree.ts';
import { createFakeSandboxes, type FakeTool } from './fake-sandboxes.ts';

/** Everything on the side of the bot that sandboxes on another machine need beside the `SandboxHome` of each session. */
export interface NearSide {
	/** Files that come in lie with the session: they reach a sandbox as its `inputs`. */
	readonly place: Sandboxes['place'];
	/** Keeps what came over out of a session's `/outputs`, within the limits. */
	keep(session: string, outputs: FileTree, known: ReadonlyMap<string, string>, signal: AbortSignal): Promise<Collected>;
}

/**
 * Sandboxes on another machine, which is a folder here: what lies in it is all that their calls see, and nothing in it is read by anybody else.
 * Trees are copied to it when their version has changed; processes are those of the fake.
 */
export function createFarSandboxes(machine: string, near: NearSide): Sandboxes {
	const fake = createFakeSandboxes({ tools: { write_file: write, read_file: read, bash } });
	const sessions = new Map<string, FarSession>();
	const wrapped = new WeakMap<Sandbox, Sandbox>();

	function sessionOf(id: string): FarSession {
		const found = sessions.get(id) ?? createFarSession(join(machine, id));
		sessions.set(id, found);
		return found;
	}

	function asFar(sandbox: Sandbox, home: SandboxHome): Sandbox {
		const far = wrapped.get(sandbox) ?? farSandbox(sandbox, home, sessionOf(home.session).folder, near);
		wrapped.set(sandbox, far);
		return far;
	}

	return {
		async acquire(home, signal) {
			signal.throwIfAborted();
			await sessionOf(home.session).bringUpToDate(home, signal);
			return asFar(await fake.acquire(home, signal), home);
		},
		end: fake.end,
		status: fake.status,
		place: near.place,
		[Symbol.asyncDispose]: () => fake[Symbol.asyncDispose](),
	};
}

/** What a machine holds of one session. */
interface FarSession {
	readonly folder: string;
	/** Copies the trees whose version is not that of the copy. */
	bringUpToDate(home: SandboxHome, signal: AbortSignal): Promise<void>;
}

function createFarSession(folder: string): FarSession {
	const inTurn: Serial = createSerial();
	const versions = new Map<TreeName, string>();

	async function bring(name: TreeName, tree: FileTree, signal: AbortSignal): Promise<void> {
		const version = await tree.version();
		if (versions.get(name) === version) return;
		await replaceTree(tree, join(folder, name), signal);
		versions.set(name, version);
	}

	return {
		folder,
		bringUpToDate: ({ trees }, signal) =>
			inTurn(async () => {
				for (const name of treeNames) await bring(name, trees[name], signal);
			}),
	};
}

/** The new copy takes the place of the former one when it is whole. */
async function replaceTree(tree: FileTree, target: string, signal: AbortSignal): Promise<void> {
	const coming = `${target}.coming`;
	await rm(coming, { recursive: true, force: true });
	await copyTree(tree, coming, signal);
	await rm(target, { recursive: true, force: true });
	await rename(coming, target);
}

/** All of a tree, in a folder that is made. */
export async function copyTree(tree: FileTree, folder: string, signal: AbortSignal): Promise<void> {
	await mkdir(folder, { recursive: true });
	for await (const entry of tree.entries()) await copyEntry(entry, join(folder, entry.name), signal);
}

async function copyEntry(entry: TreeEntry, path: string, signal: AbortSignal): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	if (entry.kind === 'link') return symlink(entry.target, path);
	await writeFile(path, entry.read(signal), { signal });
}

function farSandbox(sandbox: Sandbox, home: SandboxHome, folder: string, near: NearSide): Sandbox {
	return {
		...sandbox,
		call: ({ tool, args }, watch) =>
			sandbox.call({ tool, args: { ...args, machine: folder, diskBytes: home.diskBytes } }, watch),
		collect: (known, signal) => near.keep(home.session, treeIn(join(folder, 'outputs')), known, signal),
	};
}

const write: FakeTool = async ({ machine, diskBytes, path, content }) => {
	const bytes = Buffer.from(String(content));
	if (bytes.length > Number(diskBytes)) return { ok: false, text: `Cannot write "${path}": the disk is full` };
	const target = join(String(machine), String(path));
	await mkdir(dirname(target), { recursive: true });
	await writeFile(target, bytes);
	return { ok: true, text: 'written' };
};

const read: FakeTool = async ({ machine, path }) => {
	const target = join(String(machine), String(path));
	const found = await stat(target).catch(() => undefined);
	if (!found?.isFile()) return { ok: false, text: `Cannot read "${path}": no such file` };
	return { ok: true, text: await readFile(target, 'utf8') };
};

const bash: FakeTool = (_args, { watch }) => {
	watch.onOutput?.('started');
	return new Promise(() => {});
};
