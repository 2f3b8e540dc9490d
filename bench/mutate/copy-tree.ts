import { execFile } from 'node:child_process';
import { access, constants, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A copy of the work tree, which disposing removes. */
export interface Copy extends AsyncDisposable {
	readonly root: string;
	/** The files of the work tree by their path, but for what git ignores. */
	readonly files: readonly string[];
	/** Where its tests make their folders: in memory where there is such a place, for they wait for the disk most of their time. */
	readonly scratch: string;
}

/** The tests use these, and git ignores them. */
const linked = ['node_modules', 'build'];

/** Copies the work tree as it is, with what was not committed. */
export async function copyTree(checkout: string): Promise<Copy> {
	const root = await mkdtemp(join(tmpdir(), 'threadsmith-mutate-'));
	const files = await filesOf(checkout);
	for (const file of files) {
		await mkdir(dirname(join(root, file)), { recursive: true });
		await cp(join(checkout, file), join(root, file), { verbatimSymlinks: true });
	}
	for (const name of linked) await symlink(join(checkout, name), join(root, name));
	const scratch = await mkdtemp(join(await inMemory(), 'threadsmith-mutate-'));
	return {
		root,
		files,
		scratch,
		async [Symbol.asyncDispose]() {
			for (const folder of [root, scratch]) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}

async function inMemory(): Promise<string> {
	const memory = '/dev/shm';
	return await access(memory, constants.W_OK).then(
		() => memory,
		() => tmpdir(),
	);
}

async function filesOf(checkout: string): Promise<string[]> {
	const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'];
	const { stdout } = await promisify(execFile)('git', words, { cwd: checkout, maxBuffer: 2 ** 26 });
	const { stdout: gone } = await promisify(execFile)('git', ['ls-files', '--deleted', '-z'], { cwd: checkout });
	const deleted = new Set(gone.split('\0'));
	return stdout.split('\0').filter((file) => file !== '' && !deleted.has(file) && !linked.includes(file));
}
