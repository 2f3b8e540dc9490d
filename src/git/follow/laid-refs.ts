import { createHash } from 'node:crypto';
import { type Ground, step } from '../tree/import/build-commit.ts';

/** Keeps, in a mirror, the tree that is handed out in the place of a commit’s own. Pure. */
export function laidRef(commit: string): string {
	return `refs/laid/${commit}`;
}

/** A tree of all files of LFS that are at hand, named by their SHA-256. */
export const filesRef = 'refs/lfs/files';

/** The tree of a submodule's commit. Pure. */
export function submoduleRef(url: string, commit: string): string {
	return `refs/submodules/${createHash('sha256').update(url).digest('hex').slice(0, 32)}/${commit}`;
}

/** Commits for which that is kept, the newest ones. */
const mostLaid = 100;

/** Sets refs, and forgets what was laid for the oldest commits, and all other commits of the submodules among them. Only within `Mirrors.alone`. */
export async function setRefs(ground: Ground, refs: ReadonlyMap<string, string>): Promise<void> {
	const own = { ...ground, env: {} };
	const lines = [...refs].map(([ref, oid]) => `update ${ref} ${oid}\n`).join('');
	await step(own, ['update-ref', '--stdin'], Buffer.from(lines));
	const listed = await step(own, ['for-each-ref', '--sort=-creatordate', '--format=%(refname)', 'refs/laid/']);
	const others = await otherCommits(own, [...refs.keys()]);
	const old = [...listed.split('\n').filter(Boolean).slice(mostLaid), ...others];
	if (old.length > 0)
		await step(own, ['update-ref', '--stdin'], Buffer.from(old.map((ref) => `delete ${ref}\n`).join('')));
}

async function otherCommits(ground: Ground, refs: readonly string[]): Promise<readonly string[]> {
	const folders = new Set(refs.flatMap((ref) => /^refs\/submodules\/[0-9a-f]+\//.exec(ref) ?? []));
	if (folders.size === 0) return [];
	const listed = await step(ground, ['for-each-ref', '--format=%(refname)', ...folders]);
	return listed.split('\n').filter((ref) => ref !== '' && !refs.includes(ref));
}

/** The object that a ref names, as one of that type; undefined where there is none. Rejects as `RunGit`. */
export async function objectAt(
	{ git, dir, signal }: Pick<Ground, 'dir' | 'signal'> & { readonly git: Pick<Ground['git'], 'run'> },
	ref: string,
	type: 'commit' | 'tree',
): Promise<string | undefined> {
	const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{${type}}`];
	const end = await git.run({ dir, args }, signal);
	return end.kind === 'ok' ? end.stdout.toString().trim() : undefined;
}
