import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Committed, NotDone } from '../../../src/git/git.ts';
import { makeMirror, type ObjectFormat } from '../../../src/git/host/blank-mirror.ts';
import { createGitRunner, type GitRunner } from '../../../src/git/host/run-git.ts';
import type { FileMode } from '../../../src/git/tree/read-tree.ts';
import type { TreeScan } from '../../../src/git/tree/scan.ts';
import { type TakeOrder, takeTree } from '../../../src/git/tree/take-tree.ts';
import { tempDir } from '../../support/temp-dir.ts';

export const never = new AbortController().signal;

/** A file of a tree: its text, or more of it. */
export type Given =
	| string
	| { readonly bytes: string | Uint8Array; readonly mode?: FileMode }
	| { readonly link: string };
export type Files = Readonly<Record<string, Given>>;

interface Plain {
	readonly mode: FileMode;
	readonly bytes: Buffer;
}

function plain(given: Given): Plain {
	if (typeof given === 'string') return { mode: '100644', bytes: Buffer.from(given) };
	if ('link' in given) return { mode: '120000', bytes: Buffer.from(given.link) };
	return { mode: given.mode ?? '100644', bytes: Buffer.from(given.bytes as Uint8Array) };
}

/** The bytes that the guest would print for these files. */
export function treeOf(files: Files | readonly (readonly [string, Given])[], end: object = {}): Buffer {
	const all = Array.isArray(files) ? files : Object.entries(files);
	const parts = all.flatMap(([path, given]) => {
		const { mode, bytes } = plain(given);
		return [Buffer.from(`${JSON.stringify({ path, mode, size: bytes.length })}\n`), bytes];
	});
	return Buffer.concat([...parts, Buffer.from(`${JSON.stringify({ end: true, ...end })}\n`)]);
}

/** Nothing is found in any file. */
export const noScan: TreeScan = {
	scanFile: () => [],
	protectedFindings: () => [],
	binaryFinding: () => undefined,
};

/** A bare mirror with one commit of these files. */
export interface Mirror extends AsyncDisposable {
	readonly dir: string;
	readonly base: string;
	readonly runner: GitRunner;
	/** Takes a tree onto the base. */
	take(
		tree: Buffer | AsyncIterable<Uint8Array>,
		order?: Partial<TakeOrder>,
		scan?: TreeScan,
	): Promise<Committed | NotDone>;
	/** Runs git in it, without any of its guards, and answers what it prints. */
	git(args: readonly string[], input?: string | Uint8Array): string;
	/** Paths and contents of all files of a commit. */
	filesOf(commit: string): Readonly<Record<string, string>>;
	/** All files of the mirror, with their contents. */
	snapshot(): Promise<Readonly<Record<string, string>>>;
}

export async function mirrorOf(
	files: Files,
	format: ObjectFormat = 'sha1',
	runner = createGitRunner(),
): Promise<Mirror> {
	const temp = await tempDir();
	const dir = join(temp.path, 'm:1.git');
	await makeMirror(dir, format);
	const run = (args: readonly string[], input?: string | Uint8Array): Buffer =>
		execFileSync('git', args, {
			env: { PATH: process.env['PATH'], GIT_DIR: dir, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
			input: input ?? '',
			stdio: ['pipe', 'pipe', 'pipe'],
			maxBuffer: 2 ** 30,
		});
	const git = (args: readonly string[], input?: string | Uint8Array) => run(args, input).toString();
	run(['fast-import', '--quiet', '--done'], commitOf(files));
	const base = git(['rev-parse', 'refs/heads/main']).trim();
	return {
		dir,
		base,
		runner,
		git,
		take(tree, order, scan = noScan) {
			const bytes = Buffer.isBuffer(tree) ? pieces(tree) : tree;
			const whole = { dir, base, name: 's/1', tree: bytes, message: 'Change it\n', date: 1_700_000_000 };
			return takeTree({ ...whole, protectedGlobs: [], ...order }, { git: runner, scan }, { signal: never });
		},
		filesOf(commit) {
			const names = git(['ls-tree', '-r', '-z', '--name-only', commit]).split('\0').filter(Boolean);
			return Object.fromEntries(names.map((name) => [name, git(['cat-file', 'blob', `${commit}:${name}`])]));
		},
		snapshot: () => contentsOf(dir),
		[Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
	};
}

export async function* pieces(bytes: Uint8Array, size = 65_536): AsyncIterable<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Commands of `git fast-import` for a first commit on main. */
function commitOf(files: Files): Buffer {
	const who = 'A <a@example.org> 1600000000 +0000';
	const head = `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata 4\nbase\n`;
	const parts = Object.entries(files).flatMap(([path, given]) => {
		const { mode, bytes } = plain(given);
		return [Buffer.from(`M ${mode} inline ${JSON.stringify(path)}\ndata ${bytes.length}\n`), bytes, Buffer.from('\n')];
	});
	return Buffer.concat([Buffer.from(head), ...parts, Buffer.from('done\n')]);
}

async function contentsOf(dir: string): Promise<Readonly<Record<string, string>>> {
	const entries = await readdir(dir, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const read = paths.sort().map(async (path) => [path, (await readFile(path)).toString('base64')] as const);
	return Object.fromEntries(await Promise.all(read));
}
