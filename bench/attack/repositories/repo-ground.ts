import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder, staging } from '../../../src/agent/repo/open/guest-folder.ts';
import { createGit } from '../../../src/git/create-git.ts';
import type { Committed, Git, NotDone } from '../../../src/git/git.ts';
import { createGitRunner } from '../../../src/git/host/run-git.ts';
import { binaryFinding } from '../../../src/git/scan/binary-finding.ts';
import { protectedFindings } from '../../../src/git/scan/protected-paths.ts';
import { scanFile } from '../../../src/git/scan/scan-file.ts';
import { commitMessage } from '../../../src/git/text/commit-message.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type GitGround, gitGround } from '../../../tests/support/git-server/git-ground.ts';
import type { Range } from '../range/range.ts';

/** A real git server with a repository, and git of the host as it is shipped. */
export interface RepoGround {
	readonly ground: GitGround;
	/** With the scan for secrets that the bot has. */
	readonly git: Git;
	/** A folder of this host, for what an attack leaves and for what does without our git. */
	readonly folder: string;
	/** The base of all work: the tip of main. */
	readonly base: string;
	readonly signal: AbortSignal;
}

let before: Promise<unknown> = Promise.resolve();

/** One after the other: each starts a server and a few programs. */
export function onRepoGround<T>(range: Pick<Range, 'signal'>, act: (ground: RepoGround) => Promise<T>): Promise<T> {
	const done = before.then(() => withGround(range, act));
	before = done.catch(() => undefined);
	return done;
}

async function withGround<T>({ signal }: Pick<Range, 'signal'>, act: (ground: RepoGround) => Promise<T>): Promise<T> {
	await using ground = await gitGround();
	const folder = await mkdtemp(join(tmpdir(), 'threadsmith-repositories-'));
	try {
		await using git = ground.other({ scan: { scanFile, protectedFindings, binaryFinding } });
		return await act({ ground, git, folder, signal, base: await ground.served.git('rev-parse', 'refs/heads/main') });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Brings main into the mirror. */
export async function fetchMain({ git, ground: { access }, signal }: RepoGround): Promise<string> {
	const fetched = await git.fetch(access, undefined, { signal });
	if (fetched.kind !== 'fetched') throw new Error(fetched.why);
	return fetched.commit;
}

let folders = 0;

/** Opens the repository in the attacked sandbox; the name of its folder there. */
export async function openInside(repo: RepoGround, sandbox: Sandbox): Promise<string> {
	folders += 1;
	const folder = `app-${folders}`;
	const { git, ground, signal } = repo;
	const at = { repository: ground.access.repository, commit: await fetchMain(repo) };
	const opened = await openFolder({ sandbox, folder, branch: 'work', bundle: git.bundle(at, signal) }, signal);
	if (opened.kind !== 'there') throw new Error(`it was not opened: ${opened.why}`);
	return folder;
}

/** The tree of a folder of the sandbox, as the guest hands it out. */
export async function takeOut(repo: RepoGround, sandbox: Sandbox, folder: string): Promise<Committed | NotDone> {
	await using stage = await sandbox.open(staging(folder), repo.signal);
	stage.stream.end();
	return await commitTree(repo, stage.stream as AsyncIterable<Uint8Array>);
}

/** One commit of ours of any tree. */
export function commitTree(
	{ git, ground, base, signal }: RepoGround,
	tree: AsyncIterable<Uint8Array>,
): Promise<Committed | NotDone> {
	const at = { repository: ground.access.repository, commit: base };
	const message = commitMessage({ title: 'Change it', description: 'As it was asked for.' });
	return git.commit({ at, name: 'attacked/1', tree, message, date: 1_790_000_000 }, { signal });
}

/** Pushes it, as once a person has said yes; why not, where it was refused. */
export async function pushOurs(
	{ git, ground, signal }: RepoGround,
	made: Committed | NotDone,
	branch = 'threadsmith/change-it-0a1b2c',
): Promise<string | undefined> {
	if (made.kind === 'refused') return made.why;
	const blocking = made.findings.find(({ severity }) => severity === 'blocks');
	if (blocking) return `"${blocking.path}" ${blocking.why}`;
	const pushed = await git.push(ground.access, { commit: made.commit, branch }, { signal });
	return pushed.kind === 'refused' ? pushed.why : undefined;
}

/** All that the server has: its branches, and every object as text. */
export async function onServer({ ground: { served } }: RepoGround): Promise<string> {
	const refs = await served.git('for-each-ref', '--format=%(refname) %(objectname)');
	const objects = await served.git('cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype)');
	const texts = objects.split('\n').map(async (line) => {
		const [id = '', type = ''] = line.split(' ');
		return type === 'tree' ? served.git('ls-tree', id) : served.git('cat-file', type, id);
	});
	return [refs, ...(await Promise.all(texts))].join('\n');
}

export interface ReachedBy {
	readonly privateHosts: readonly string[];
	readonly caFile: string;
	readonly mostBytes?: number;
}

/** Another `Git`, whose names are all this host's. */
export function gitThatReaches(
	{ folder }: Pick<RepoGround, 'folder'>,
	{ privateHosts, caFile, mostBytes = 50_000_000 }: ReachedBy,
): Git {
	return createGit({
		...{ git: createGitRunner(), folder: otherMirrors(folder), keyFolder: join(folder, 'other-keys') },
		reach: {
			...{ privateHosts, caFile, lookUp: async () => [{ address: '127.0.0.1' }] },
			tokenOf: async () => ({ kind: 'refused', why: 'There is no app.' }),
		},
		scan: { scanFile, protectedFindings, binaryFinding },
		mostBytes,
		now: Date.now,
	});
}

export function otherMirrors(folder: string): string {
	return join(folder, 'other-mirrors');
}
