import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startGit } from '../../git/host/start-git.ts';

export interface RepositorySeed {
	/** `acme/app`. */
	readonly path: string;
	/** By branch, the first of which is the default one: what each of its commits holds, oldest first. */
	readonly branches: Readonly<Record<string, readonly SeedFiles[]>>;
	/** Branches that take no push. */
	readonly protects?: readonly string[];
	readonly format?: 'sha1' | 'sha256';
}

/** Text by path. */
export type SeedFiles = Readonly<Record<string, string>>;

/** A bare repository of the server's, to look into and to change from the other side. */
export interface ServedRepository {
	readonly dir: string;
	/** Runs git there and answers its output without the last line end. Rejects where it fails. */
	git(...args: string[]): Promise<string>;
	/** As `git`, with an input. */
	input(args: readonly string[], text: string): Promise<string>;
	/** Adds a commit to a branch, which is made where it is missing, and answers it. Files are added to what is there. */
	commit(branch: string, files: SeedFiles): Promise<string>;
	/** Puts a hook of the server's there: a script of `sh`. */
	hook(name: string, script: string): Promise<void>;
}

const env = {
	PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
	HOME: '/nonexistent',
	GIT_CONFIG_NOSYSTEM: '1',
};

/** Makes `acme/app.git` below `folder`. */
export async function makeRepository(folder: string, seed: RepositorySeed): Promise<ServedRepository> {
	const dir = join(folder, `${seed.path}.git`);
	const [first = 'main'] = Object.keys(seed.branches);
	await mkdir(dirname(dir), { recursive: true });
	await run(folder, [
		'init',
		'--quiet',
		'--bare',
		`--initial-branch=${first}`,
		`--object-format=${seed.format ?? 'sha1'}`,
		dir,
	]);
	const git = (...args: string[]) => run(dir, args);
	const hook = async (name: string, script: string) => {
		await writeFile(join(dir, 'hooks', name), `#!/bin/sh\n${script}\n`);
		await chmod(join(dir, 'hooks', name), 0o755);
	};
	let count = 0;
	const commit = async (branch: string, files: SeedFiles) => {
		const parent = await git('rev-parse', '--quiet', '--verify', `refs/heads/${branch}`).catch(() => undefined);
		count += 1;
		await run(dir, ['fast-import', '--quiet', '--force'], importOf(branch, files, { parent, count }));
		return git('rev-parse', `refs/heads/${branch}`);
	};
	for (const [branch, commits] of Object.entries(seed.branches))
		for (const files of commits) await commit(branch, files);
	if (seed.protects) await hook('update', protection(seed.protects));
	return { dir, git, input: (args, text) => run(dir, args, text), commit, hook };
}

/** githooks(5), `update`: the words are those of GitHub's server. */
function protection(branches: readonly string[]): string {
	const names = branches.map((branch) => `refs/heads/${branch}`).join('|');
	return `case "$1" in ${names}) echo "error: GH006: Protected branch update failed for $1." >&2; exit 1;; esac`;
}

const seededAt = 1_700_000_000;

/** git-fast-import(1). */
function importOf(
	branch: string,
	files: SeedFiles,
	{ parent, count }: { readonly parent: string | undefined; readonly count: number },
): string {
	const message = `Change ${Object.keys(files).length} files\n`;
	const who = `Ada <ada@example.org> ${seededAt + count * 60} +0000`;
	const changes = Object.entries(files).map(([path, content]) => {
		return `M 100644 inline ${JSON.stringify(path)}\n${data(content)}`;
	});
	const from = parent === undefined ? '' : `from ${parent}\n`;
	return `commit refs/heads/${branch}\nauthor ${who}\ncommitter ${who}\n${data(message)}${from}${changes.join('')}\n`;
}

function data(content: string): string {
	return `data ${Buffer.byteLength(content)}\n${content}\n`;
}

async function run(dir: string, args: readonly string[], input = ''): Promise<string> {
	await using running = startGit('git', ['-C', dir, ...args], env);
	const { stdin, stdout, stderr } = running.child;
	stdin?.on('error', () => undefined).end(input);
	const [said, complained, code] = await Promise.all([
		stdout ? text(stdout) : '',
		stderr ? text(stderr) : '',
		running.gone,
	]);
	if (code !== 0) throw new Error(`git ${args[0]} failed in ${dir}: ${complained}`);
	return said.replace(/\n$/, '');
}
