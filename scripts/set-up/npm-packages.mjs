import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isExecutable } from '../base/host.mjs';
import { projectRoot, readJson } from '../base/paths.mjs';
import { run } from '../base/run.mjs';
import { SetUpError } from '../base/step.mjs';

/** The npm packages of package-lock.json that run, put into node_modules by `npm ci`. Those of tests and checks may be there as well. */
export const npmPackages = packagesStep('npm packages', false);

/** All of them. */
export const devPackages = packagesStep('npm packages, with those of tests and checks', true);

function packagesStep(name, dev) {
	const done = () =>
		isInstalled(
			wantedOf(readJson(`${projectRoot}/package-lock.json`), dev),
			readJson(`${projectRoot}/node_modules/.package-lock.json`),
		);
	const run = async (progress) => {
		await install(process.env, dev, progress);
		if (!done() && isExecutable(packagedNode())) await install(withNode(packagedNode()), dev, progress);
		rmSync(`${dirname(dirname(packagedNode()))}/include`, { recursive: true, force: true });
	};
	return { name, done, run };
}

/** The Node that came as a package. Its headers (67 MB) are for building add-ons, of which there are none. */
const packagedNode = () => `${projectRoot}/node_modules/node-${process.platform}-${process.arch}/bin/node`;

/** npm leaves out optional packages that do not want the Node it runs on: under an old one it fetches our Node, which then fetches the rest. */
const install = async (env, dev, progress) => {
	progress('npm ci');
	const result = await run('npm', [...npmCi, dev ? '--include=dev' : '--omit=dev'], {
		cwd: projectRoot,
		env,
		onLine: progress,
	});
	if (result.code === 0) return;
	throw new SetUpError('Cannot install the npm packages: is the npm registry reachable, and is the disk full?', {
		commands: [dev ? 'npm ci' : 'npm ci --omit=dev'],
		output: result.tail,
	});
};

/** npm is a script that runs on the first Node of the PATH. */
const withNode = (node) => ({ ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` });

// Errors only: an older Node gets engine warnings, although what we install runs on a Node of its own. NODE_ENV or npm's
// own configuration may leave out kinds of packages that are needed here.
const npmCi = ['ci', '--loglevel=error', '--include=optional', '--no-progress', '--fetch-retry-mintimeout=2000'];

/** What a lock file asks for, marked where it is for tests and checks alone and need not be there. */
export const wantedOf = (lock, dev) =>
	lock && {
		packages: Object.fromEntries(
			Object.entries(lock.packages).map(([path, entry]) => [path, { ...entry, spare: entry.dev === true && !dev }]),
		),
	};

/**
 * Whether npm's record of what it installed has what the lock file asks for, version by version, and nothing else.
 * npm writes that record last, so an interrupted installation has none. Optional packages may be absent, unless they say
 * that they are for a machine like this one.
 */
export const isInstalled = (
	wanted,
	installed,
	machine = { os: process.platform, cpu: process.arch, libc: 'glibc' },
) => {
	if (!wanted || !installed) return false;
	const want = Object.entries(wanted.packages).filter(([path]) => path !== '');
	const have = installed.packages;
	const right = ([path, entry]) =>
		have[path]
			? have[path].version === entry.version
			: entry.spare === true || (entry.optional === true && !isMadeFor(entry, machine));
	return want.every(right) && Object.keys(have).every((path) => path in wanted.packages);
};

/** Whether an entry of a lock file names this kind of machine; one that names none is for no machine in particular. */
const isMadeFor = ({ os, cpu, libc = [] }, machine) =>
	os?.includes(machine.os) && cpu?.includes(machine.cpu) && (libc.length === 0 || libc.includes(machine.libc));
