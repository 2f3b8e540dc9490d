import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { startGit } from '../../git/host/start-git.ts';
import type { ServedRepository } from '../git-server/make-repository.ts';
import type { Branch } from './code-verdicts.ts';
import { branchesOf } from './local-host.ts';

/** The branches beside the default one, as git itself tells them. */
export async function pushedBranches(repository: ServedRepository): Promise<readonly Branch[]> {
	const names = [...(await branchesOf(repository)).keys()].filter((name) => name !== 'main');
	return await Promise.all(names.map((name) => branchOf(repository, name)));
}

async function branchOf({ git }: ServedRepository, name: string): Promise<Branch> {
	const ref = `refs/heads/${name}`;
	const paths = (await git('ls-tree', '-r', '--name-only', ref)).split('\n').filter(Boolean);
	const files = await Promise.all(paths.map(async (path) => [path, await git('show', `${ref}:${path}`)] as const));
	return {
		name,
		commits: Number(await git('rev-list', '--count', `refs/heads/main..${ref}`)),
		author: await git('log', '-1', '--format=%an <%ae>', ref),
		files: Object.fromEntries(files),
	};
}

/** The last word of the tests on the files of a branch, run by this machine's own Python; `no outcome` where there are none. */
export async function testsOn(branch: Branch | undefined): Promise<string> {
	if (branch === undefined) return 'no outcome';
	const folder = await mkdtemp(join(tmpdir(), 'threadsmith-demo-'));
	try {
		for (const [path, content] of Object.entries(branch.files)) await writeFile(join(folder, path), `${content}\n`);
		await using running = startGit('python3', ['-B', '-m', 'unittest', 'discover', folder], {
			PATH: '/usr/local/bin:/usr/bin:/bin',
		});
		const [said] = await Promise.all([running.child.stderr ? text(running.child.stderr) : '', running.gone]);
		return /^(?:OK|FAILED \([a-z=0-9, ]+\))$/m.exec(said)?.[0] ?? 'no outcome';
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The files below a folder in which some text stands. */
export async function searched(folder: string, wanted: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const found: string[] = [];
	for (const entry of entries) {
		if (!entry.isFile() || entry.name === 'disk.img') continue;
		const path = join(entry.parentPath, entry.name);
		if ((await readFile(path).catch(() => Buffer.alloc(0))).includes(wanted)) found.push(relative(folder, path));
	}
	return found;
}
