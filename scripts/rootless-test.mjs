// Runs tests of sandboxes as a plain user, which it makes: as root, from a clone that is set up.
//
//   node scripts/rootless-test.mjs [test files]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { which } from './base/host.mjs';
import { projectRoot, readJson } from './base/paths.mjs';
import { run } from './base/run.mjs';
import { idsCommand } from './base/user.mjs';
import { findNode } from './node24.mjs';
import { imageRecord } from './set-up/image-tag.mjs';
import { podmanEnvironment } from './set-up/podman.mjs';
import { aptInstall } from './set-up/system-packages.mjs';

const user = 'threadsmith-test';

/** The contract, what a command may, what is read back, and what a killed bot leaves. */
const usual = [
	'tests/sandbox/podman/podman-sandboxes.test.ts',
	'tests/sandbox/podman/isolation.test.ts',
	'tests/sandbox/podman/names-of-others.test.ts',
	'tests/sandbox/podman/container/read-back.test.ts',
	'tests/sandbox/podman/lifetime/left-overs.test.ts',
	'tests/sandbox/podman/limits/process-limits.test.ts',
	'tests/sandbox/files/disk/fuse-disk.test.ts',
];

const main = async (files) => {
	if (!existsSync('/dev/fuse')) return leave('there is no /dev/fuse');
	if (which('fuse2fs') === undefined) await aptInstall(['fuse2fs'], () => undefined);
	const id = await makeUser();
	const runtimeDir = `/run/user/${id}`;
	await mustRun('install', ['-d', '-m', '700', '-o', user, '-g', user, runtimeDir]);
	await mustRun('chmod', ['666', '/dev/fuse']);
	const env = environmentOf(runtimeDir);
	if ((await runAs(env, ['setpriv', ...asUser, 'unshare', '--user', '--map-root-user', 'true'])) !== 0)
		return leave('a plain user may make no user namespace');
	await copyImage(env);
	return test(env, files.length > 0 ? files : usual);
};

/** A machine that cannot have them says nothing of whether they work. */
const leave = (why) => {
	console.error(`The sandboxes of a plain user are not tested on this machine: ${why}`);
	return 0;
};

/** The user stays for the next time, with the image that was copied to it. Answers its number. */
const makeUser = async () => {
	if ((await run('id', ['-u', user])).code !== 0) {
		await mustRun('useradd', ['--create-home', '--shell', '/bin/sh', user]);
		await mustRun('sh', ['-c', idsCommand(user)]);
	}
	return (await run('id', ['-u', user])).stdout.trim();
};

const environmentOf = (runtimeDir) => ({
	HOME: `/home/${user}`,
	USER: user,
	PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
	XDG_RUNTIME_DIR: runtimeDir,
	...podmanEnvironment(),
	...(process.env.CI && { CI: process.env.CI }),
});

const asUser = ['--reuid', user, '--regid', user, '--init-groups'];

const wordsOf = ({ HOME, XDG_RUNTIME_DIR }) => [
	'--root',
	`${HOME}/.local/share/threadsmith-images`,
	'--runroot',
	`${XDG_RUNTIME_DIR}/threadsmith/images`,
	'--storage-driver',
	'overlay',
];

const copyImage = async (env) => {
	const { tag } = readJson(imageRecord) ?? {};
	if (tag === undefined) throw new Error('Cannot test without the sandbox image: run npm test first');
	const podman = ['setpriv', ...asUser, 'podman', ...wordsOf(env)];
	if ((await runAs(env, [...podman, 'image', 'exists', tag])) === 0) return;
	const save = spawn('podman', ['save', tag], { stdio: ['ignore', 'pipe', 'inherit'] });
	const load = spawn('setpriv', [...podman.slice(1), 'load', '--quiet'], {
		env,
		cwd: '/',
		stdio: ['pipe', 'ignore', 'inherit'],
	});
	const ended = once(load, 'close');
	await pipeline(save.stdout, load.stdin);
	const [code] = await ended;
	if (code !== 0) throw new Error(`Cannot give the user ${user} the sandbox image: podman load ended with ${code}`);
};

const runAs = async (env, [program, ...words]) => {
	const child = spawn(program, words, { env, cwd: '/', stdio: 'ignore' });
	const [code] = await once(child, 'close');
	return code;
};

/** Runs tests in the clone or, where only root may look at that, at a place that shows it meanwhile. */
const test = async (env, files) => {
	if ((await runAs(env, ['setpriv', ...asUser, 'test', '-r', `${projectRoot}/package.json`])) === 0)
		return testIn(projectRoot, env, files);
	const seen = mkdtempSync('/var/tmp/threadsmith-rootless-');
	await mustRun('chmod', ['755', seen]);
	await mustRun('mount', ['--bind', projectRoot, seen]);
	try {
		return await testIn(seen, env, files);
	} finally {
		await mustRun('umount', [seen]);
		// Not with what is in it: should the mount have stayed, that is the clone.
		rmdirSync(seen);
	}
};

/** Podman's namespace of earlier does not show what has been mounted since. */
const testIn = async (clone, env, files) => {
	const here = (text) => text.replaceAll(projectRoot, clone);
	const its = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, here(value)]));
	await runAs(its, ['setpriv', ...asUser, 'podman', ...wordsOf(env), 'system', 'migrate']);
	const vitest = [here(await findNode()), '--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs'];
	// The user may write nothing there.
	const words = [...vitest, 'run', '--configLoader', 'native', '--no-cache', ...files];
	const child = spawn('setpriv', [...asUser, ...words], { cwd: clone, env: its, stdio: 'inherit' });
	const [code] = await once(child, 'close');
	await runAs(its, ['setpriv', ...asUser, 'podman', ...wordsOf(env), 'system', 'migrate']);
	return code ?? 1;
};

const mustRun = async (program, words) => {
	const { code, tail } = await run(program, words);
	if (code !== 0) throw new Error(`Cannot run ${program} ${words.join(' ')}: ${tail}`);
};

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
	console.error(error.message);
	return 1;
});
