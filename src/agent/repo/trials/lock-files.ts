import type { At } from '../../../git/git.ts';

/** The lock files of a commit: by their paths the ids of what is in them. Rejects as `Git` does. */
export type LockFiles = (at: At, signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;

const names = new Set([
	...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'],
	...['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock', 'pylock.toml'],
	...['Cargo.lock', 'go.sum', 'go.work.sum', 'Gemfile.lock', 'composer.lock'],
]);
const requirements = /^requirements[\w.-]{0,100}\.(?:txt|in)$/;
/** Of a commit: more are no lock files of its own. */
const mostFiles = 500;

/** Whether a set-up goes by it. Pure. */
export function isLockFile(path: string): boolean {
	const parts = path.split('/');
	const name = parts.at(-1) ?? '';
	const isOthers = parts.includes('node_modules') || parts.includes('vendor');
	return !isOthers && (names.has(name) || requirements.test(name));
}

/** Finds them in what `git ls-tree -r -z --full-tree <commit>` prints. Pure. */
export function lockFilesIn(listing: string): ReadonlyMap<string, string> {
	const found = listing.split('\0').flatMap((entry) => {
		const [, id, path] = /^\d+ blob ([0-9a-f]{40,64})\t([\s\S]+)$/.exec(entry) ?? [];
		return id !== undefined && path !== undefined && isLockFile(path) ? [[path, id] as const] : [];
	});
	return new Map(found.slice(0, mostFiles));
}
