import { createHash } from 'node:crypto';
import { type Ground, step } from '../tree/import/build-commit.ts';

/** What lies in a bundle of a commit in its place is kept in its mirror under this. Pure. */
export function laidRef(commit: string): string {
	return `refs/laid/${commit}`;
}

/** A tree of all files of LFS that are at hand, named by their SHA-256. */
export const filesRef = 'refs/lfs/files';

/** The tree of a submodule's commit. Pure. */
export function submoduleRef(url: string, commit: string): string {
	return `${submoduleRefs(url)}${commit}`;
}

/** Pure. */
export function submoduleRefs(url: string): string {
	return `refs/submodules/${createHash('sha256').update(url).digest('hex').slice(0, 32)}/`;
}

/** Commits for which that is kept, the newest ones. */
const mostLaid = 100;

/** Sets refs, and forgets what was laid for the oldest commits. Only within `Mirrors.alone`. */
export async function setRefs(ground: Ground, refs: ReadonlyMap<string, string>): Promise<void> {
	const own = { ...ground, env: {} };
	const lines = [...refs].map(([ref, oid]) => `update ${ref} ${oid}\n`).join('');
	await step(own, ['update-ref', '--stdin'], Buffer.from(lines));
	const listed = await step(own, ['for-each-ref', '--sort=-creatordate', '--format=%(refname)', 'refs/laid/']);
	const old = listed.split('\n').filter(Boolean).slice(mostLaid);
	if (old.length > 0)
		await step(own, ['update-ref', '--stdin'], Buffer.from(old.map((ref) => `delete ${ref}\n`).join('')));
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
