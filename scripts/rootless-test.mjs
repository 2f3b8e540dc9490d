// Runs tests of sandboxes as a plain user, which it makes: as root, from a clone that is set up.
//
//   node scripts/rootless-test.mjs [test files]

import { NoPlainUser, nodeAsPlainUser } from './plain-user.mjs';

/** The contract, what a command may, what is read back, what a killed bot leaves, what of the rest goes other ways without root, and set-ups of repositories. */
const usual = [
	'tests/sandbox/podman/podman-sandboxes.test.ts',
	'tests/sandbox/podman/isolation.test.ts',
	'tests/sandbox/podman/names-of-others.test.ts',
	'tests/sandbox/podman/container/read-back.test.ts',
	'tests/sandbox/podman/lifetime/left-overs.test.ts',
	'tests/sandbox/podman/limits/process-limits.test.ts',
	'tests/sandbox/files/disk/fuse-disk.test.ts',
	'tests/sandbox/podman/packages-for-bash.test.ts',
	'tests/sandbox/podman/packages-refused.test.ts',
	'tests/sandbox/podman/warm-pool.test.ts',
	'tests/sandbox/podman/image/own-image.test.ts',
	'tests/sandbox/podman/image/self-check.test.ts',
	'tests/agent/repo/trials/real-npm.test.ts',
	'tests/agent/repo/trials/real-python.test.ts',
];

/** The user may write nothing in the clone. */
const main = (files) => {
	const tested = files.length > 0 ? files : usual;
	return nodeAsPlainUser([
		'node_modules/vitest/vitest.mjs',
		'run',
		'--configLoader',
		'native',
		'--no-cache',
		...tested,
	]);
};

/** A machine that cannot have them says nothing of whether they work. */
const failed = (error) => {
	if (!(error instanceof NoPlainUser)) {
		console.error(error.message);
		return 1;
	}
	console.error(`The sandboxes of a plain user are not tested on this machine: ${error.message}`);
	return 0;
};

process.exitCode = await main(process.argv.slice(2)).catch(failed);
