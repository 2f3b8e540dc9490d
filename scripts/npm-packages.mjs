import { ROOT, readJson } from './paths.mjs';
import { run } from './run.mjs';
import { SetUpError } from './step.mjs';

/** The npm packages of package-lock.json, put into node_modules by `npm ci`. */
export const npmPackages = {
	name: 'npm packages',
	done: () => isInstalled(readJson(`${ROOT}/package-lock.json`), readJson(`${ROOT}/node_modules/.package-lock.json`)),
	run: async (progress) => {
		progress('npm ci');
		const result = await run('npm', NPM_CI, { cwd: ROOT, onLine: progress });
		if (result.code === 0) return;
		throw new SetUpError('Cannot install the npm packages: is the npm registry reachable, and is the disk full?', {
			commands: ['npm ci'],
			output: result.tail,
		});
	},
};

// Errors only: an older Node gets engine warnings, although what we install runs on a Node of its own. NODE_ENV or npm's
// own configuration may leave out kinds of packages that are needed here.
const NPM_CI = [
	'ci',
	'--loglevel=error',
	'--include=dev',
	'--include=optional',
	'--no-progress',
	'--fetch-retry-mintimeout=2000',
];

/**
 * Whether npm's record of what it installed has what the lock file asks for, version by version, and nothing else.
 * npm writes that record last, so an interrupted installation has none. Optional packages may be absent: most are
 * for other machines.
 */
export const isInstalled = (wanted, installed) => {
	if (!wanted || !installed) return false;
	const want = Object.entries(wanted.packages).filter(([path]) => path !== '');
	const have = installed.packages;
	const right = ([path, { version, optional }]) => (have[path] ? have[path].version === version : optional === true);
	return want.every(right) && Object.keys(have).every((path) => path in wanted.packages);
};
