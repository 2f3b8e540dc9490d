import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { SandboxProcess } from '../../../src/sandbox/opened-process.ts';
import { openLocalProcess } from '../../support/local-process.ts';
import { tempDir } from '../../support/temp-dir.ts';
import type { Mirror } from './mirror-of.ts';

const programs = fileURLToPath(new URL('../../../src/sandbox/guest/python/repo/', import.meta.url));

/** The interpreter itself: what stands under its name may be a script that looks for it, which takes longer than all else here. */
const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

/** Starts a program of the guest's on this machine. */
export function openProgram(name: string, order: object): SandboxProcess {
	return openLocalProcess([python, '-I', '-S', '-B', join(programs, `${name}.py`), JSON.stringify(order)]);
}

/** The root of work folders, as a folder of this machine. */
export interface WorkRoot extends AsyncDisposable {
	readonly root: string;
	/** Makes or updates `app` of the bundle of a commit; its answer. */
	open(mirror: Mirror, commit: string, more?: object): Promise<unknown>;
	/** The same with any bytes for a bundle. */
	openWith(bundle: Uint8Array, more?: object): Promise<unknown>;
	/** The tree that it prints. */
	stage(more?: object): Promise<Buffer>;
	/** Writes files into `app`. */
	write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
	/** Runs a command in `app`; what it prints. */
	run(program: string, ...args: readonly string[]): string;
}

export async function workRoot(): Promise<WorkRoot> {
	const temp = await tempDir();
	const app = join(temp.path, 'app');
	const openWith = async (bundle: Uint8Array, more: object = {}): Promise<unknown> => {
		await using program = openProgram('open_repo', { root: temp.path, folder: 'app', name: 'work', ...more });
		program.stream.end(bundle);
		const said = await buffer(program.stream);
		return said.length > 0 ? JSON.parse(said.toString()) : program.lastWords();
	};
	return {
		root: temp.path,
		openWith,
		open: (mirror, commit, more) => openWith(bundleOf(mirror, commit), more),
		async stage(more = {}) {
			await using program = openProgram('stage_tree', { root: app, ...more });
			program.stream.end();
			const tree = await buffer(program.stream);
			return tree.length > 0 ? tree : Buffer.from(program.lastWords());
		},
		async write(files) {
			for (const [name, content] of Object.entries(files)) {
				await mkdir(dirname(join(app, name)), { recursive: true });
				await writeFile(join(app, name), content);
			}
		},
		run: (program, ...args) => execFileSync(program, args, { cwd: app, encoding: 'utf8', stdio: 'pipe' }),
		[Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
	};
}

/** One commit without parents, with the tree of a commit, as `refs/heads/base`. */
export function bundleOf(mirror: Mirror, commit: string): Buffer {
	const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
	const base = mirror.git([...who, 'commit-tree', `${commit}^{tree}`, '-m', 'base']).trim();
	mirror.git(['update-ref', 'refs/heads/base', base]);
	return execFileSync('git', ['bundle', 'create', '--quiet', '-', 'refs/heads/base'], {
		env: { PATH: process.env['PATH'], GIT_DIR: mirror.dir },
		maxBuffer: 2 ** 30,
	});
}

/** What a printed tree says, file by file, and its end. */
export function readStaged(tree: Buffer): { readonly files: Readonly<Record<string, string>>; readonly end: unknown } {
	const files: Record<string, string> = {};
	for (let rest = tree; rest.length > 0; ) {
		const line = rest.indexOf(0x0a);
		const head = JSON.parse(rest.subarray(0, line).toString());
		rest = rest.subarray(line + 1);
		if (typeof head.path !== 'string') return { files, end: head };
		files[head.path] = `${head.mode} ${rest.subarray(0, head.size)}`;
		rest = rest.subarray(head.size);
	}
	return { files, end: undefined };
}
