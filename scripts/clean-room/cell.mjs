import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cloneFolder } from './furniture.mjs';

/**
 * Makes the root our own, with its own processes, /proc, /run and shared memory, so that a Podman in it never meets the
 * host's. /dev and cgroups are the host's: loop devices and limits are real. Bash stays as process 1: it reaps what
 * loses its parent, as an init would.
 */
const enterScript = `
set -eu
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount --rbind /sys sys
mount --bind /dev dev
mount --bind /dev/pts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t tmpfs -o mode=755 tmpfs run
mkdir -p .outside
pivot_root . .outside
umount -l /.outside
mount --make-rshared /
cd ${cloneFolder}
bash -c "$2"
exit $?
`;

/** Environment names that tell programs of certificates, proxies and registries. */
const passedOn =
	/^(?:(?:https?|no|all)_proxy|(?:SSL|NODE_EXTRA|REQUESTS|CURL)_CA\w*|SSL_CERT_\w+|(?:PIP|UV|NPM_CONFIG)_\w+)$/i;

/** Runs a shell command in the clone inside the root, its output shown as it comes; resolves with the exit code. */
export const enterRoom = (root, command) =>
	new Promise((resolve, reject) => {
		const words = ['--mount', '--pid', '--fork', '--kill-child', 'bash', '-c', enterScript, 'bash', root, command];
		const child = spawn('unshare', words, { env: environment(), stdio: ['ignore', 'inherit', 'inherit'] });
		child.once('error', reject);
		child.once('close', (code) => resolve(code ?? 1));
		for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill('SIGKILL'));
	});

const environment = () => {
	const passed = Object.entries(process.env).filter(([name]) => passedOn.test(name) && !name.startsWith('npm_'));
	return {
		...Object.fromEntries(passed),
		HOME: '/root',
		LANG: 'C.UTF-8',
		PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
	};
};

/** Removes what the kernel keeps of a room that is gone: loop devices on its files, and cgroups of its containers. */
export const sweepUp = (root) => {
	const { stdout } = spawnSync('losetup', ['--list', '--noheadings', '--output', 'NAME,BACK-FILE'], {
		encoding: 'utf8',
	});
	const loops = stdout.split('\n').filter((line) => line.includes(`${root}/`));
	for (const line of loops) spawnSync('losetup', ['--detach', line.trim().split(/\s+/)[0]]);
	for (const id of containersOf(root))
		spawnSync('find', ['/sys/fs/cgroup', '-depth', '-name', `libpod-*${id}*`, '-delete']);
};

const containersOf = (root) => {
	const folder = `${root}/var/lib/containers/storage/overlay-containers`;
	return existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name)) : [];
};
