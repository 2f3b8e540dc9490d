import type { At } from '../../../git/git.ts';

/** The lock files and manifests of a commit: by their paths the ids of what is in them. Rejects as `Git` does. */
export type PackageFiles = (at: At, signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;

const names = new Set([
	...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
	...['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock', 'pylock.toml', 'pixi.lock', 'conda-lock.yml', 'deno.lock'],
	...['Cargo.lock', 'go.sum', 'go.work.sum', 'Gemfile.lock', 'composer.lock'],
]);
/** `requirements-dev.txt`, `requirements/dev.txt`. */
const requirements = /(?:^|\/)(?:requirements[\w.-]{0,100}|requirements\/[\w.-]{1,100})\.(?:txt|in)$/;
const manifests = new Set([
	...['package.json', 'pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile', 'Cargo.toml', 'go.mod', 'go.work'],
	...['Gemfile', 'composer.json', 'pnpm-workspace.yaml', 'pixi.toml', 'environment.yml', 'environment.yaml'],
	...['deno.json', 'deno.jsonc', 'constraints.txt'],
]);
/** Of a commit, of each kind: more are none of its own. */
const mostFiles = 500;

/** Whether a set-up goes by it. Pure. */
export function isLockFile(path: string): boolean {
	const name = ownName(path);
	return names.has(name) || (name !== '' && requirements.test(path));
}

/** The file's name; empty where it is of somebody else's package. */
function ownName(path: string): string {
	const parts = path.split('/');
	return parts.includes('node_modules') || parts.includes('vendor') ? '' : (parts.at(-1) ?? '');
}

/** Finds them in what `git ls-tree -r -z --full-tree <commit>` prints. Pure. */
export function packageFilesIn(listing: string): ReadonlyMap<string, string> {
	const found = listing.split('\0').flatMap((entry) => {
		const [, id, path] = /^\d+ blob ([0-9a-f]{40,64})\t([\s\S]+)$/.exec(entry) ?? [];
		return id !== undefined && path !== undefined ? [[path, id] as const] : [];
	});
	const locks = found.filter(([path]) => isLockFile(path)).slice(0, mostFiles);
	return new Map([...locks, ...found.filter(([path]) => manifests.has(ownName(path))).slice(0, mostFiles)]);
}

/** Those of them by which a set-up goes: all where there is a lock file, as packages beside it may have none of their own; else none are known. Pure. */
export function setUpFilesOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
	return [...files.keys()].some(isLockFile) ? files : new Map();
}

/** The paths of those that are not the same in both, in order. Pure. */
export function differing(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] {
	const paths = new Set([...one.keys(), ...other.keys()]);
	return [...paths].filter((path) => one.get(path) !== other.get(path)).toSorted();
}
