// Runs a program of this clone as a plain user, which it makes: as root, from a clone that is set up.
//
//   node scripts/plain-user.mjs <words for Node>

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmdirSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { which } from './base/host.mjs';
import { projectRoot, readJson } from './base/paths.mjs';
import { run } from './base/run.mjs';
import { idsCommand } from './base/user.mjs';
import { findNode } from './node24.mjs';
import { imageRecord } from './set-up/image-tag.mjs';
import { podmanEnvironment } from './set-up/podman.mjs';
import { aptInstall } from './set-up/system-packages.mjs';

const user = 'threadsmith-test';

/**
 * Runs Node with these words as the user, in the clone, with our streams, and resolves with its exit code. The user stays for the next time, with
 * the image that was copied to it. Rejects with a {@link NoPlainUser} on a machine where such a user can have no sandboxes.
 */
export const nodeAsPlainUser = async (words) => {
	if (!existsSync('/dev/fuse')) throw new NoPlainUser('there is no /dev/fuse');
	if (which('fuse2fs') === undefined) await aptInstall(['fuse2fs'], () => undefined);
	const id = await makeUser();
	const runtimeDir = `/run/user/${id}`;
	await mustRun('install', ['-d', '-m', '700', '-o', user, '-g', user, runtimeDir]);
	await mustRun('chmod', ['666', '/dev/fuse']);
	const env = environmentOf(runtimeDir);
	if ((await runAs(env, ['setpriv', ...asUser, 'unshare', '--user', '--map-root-user', 'true'])) !== 0)
		throw new NoPlainUser('a plain user may make no user namespace');
	await copyImage(env);
	return inClone(env, words);
};

/** Says nothing of whether sandboxes of a plain user work: this machine cannot have them. */
export class NoPlainUser extends Error {}

/** Answers its number. */
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

/** In the clone or, where only root may look at that, at a place that shows it meanwhile. */
const inClone = async (env, words) => {
	if ((await runAs(env, ['setpriv', ...asUser, 'test', '-r', `${projectRoot}/package.json`])) === 0)
		return runIn(projectRoot, env, words);
	const seen = mkdtempSync('/var/tmp/threadsmith-rootless-');
	await mustRun('chmod', ['755', seen]);
	await mustRun('mount', ['--bind', projectRoot, seen]);
	try {
		return await runIn(seen, env, words);
	} finally {
		await mustRun('umount', [seen]);
		// Not with what is in it: should the mount have stayed, that is the clone.
		rmdirSync(seen);
	}
};

/** Podman's namespace of earlier does not show what has been mounted since. */
const runIn = async (clone, env, words) => {
	const here = (text) => text.replaceAll(projectRoot, clone);
	const its = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, here(value)]));
	await runAs(its, ['setpriv', ...asUser, 'podman', ...wordsOf(env), 'system', 'migrate']);
	const node = [here(await findNode()), '--disable-warning=ExperimentalWarning'];
	const child = spawn('setpriv', [...asUser, ...node, ...words], { cwd: clone, env: its, stdio: 'inherit' });
	const pass = (signal) => child.kill(signal);
	for (const name of passed) process.on(name, pass);
	const [code] = await once(child, 'close');
	for (const name of passed) process.off(name, pass);
	await runAs(its, ['setpriv', ...asUser, 'podman', ...wordsOf(env), 'system', 'migrate']);
	return code ?? 1;
};

const passed = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const mustRun = async (program, words) => {
	const { code, tail } = await run(program, words);
	if (code !== 0) throw new Error(`Cannot run ${program} ${words.join(' ')}: ${tail}`);
};

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	process.exitCode = await nodeAsPlainUser(process.argv.slice(2)).catch((error) => {
		console.error(error.message);
		return error instanceof NoPlainUser ? 3 : 1;
	});
}
