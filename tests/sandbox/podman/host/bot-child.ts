import { access, constants, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../../src/base/errors.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { defaultFileLimits } from '../../../../src/sandbox/files/limits.ts';
// All that is loaded when it is needed must be so while this process may still read it
import '../../../../src/sandbox/airlock/package-index/package-door.ts';
import '../../../../src/sandbox/airlock/serve-airlock.ts';
import '../../../../src/sandbox/podman/boot/start-sandbox.ts';
import { defaultLimits } from '../../../../src/sandbox/podman/container/sandbox-limits.ts';
import { createPodmanSandboxes } from '../../../../src/sandbox/podman/podman-sandboxes.ts';
import { homeFrom, pathsIn } from '../../../support/session-home.ts';
import { waitFor } from '../../../support/wait-for.ts';

/** A bot that is not root, with a helper that is at its descriptor 3. Prints what it came to, an object a line, and waits to be killed. */
const [data = '', stateDir = '', user = ''] = process.argv.slice(2);
process.setgroups?.([Number(user)]);
process.setgid?.(Number(user));
process.setuid?.(Number(user));

const never = new AbortController().signal;
const pathsOf = (session: string) => pathsIn(join(data, 'sessions', session));
const diskBytes = 64 * 2 ** 20;
const sandboxes = createPodmanSandboxes({
	// What decides of containers is the helper's
	...{
		homeId: '../evil',
		stateDir: '/nowhere',
		image: 'evil',
		runtime: 'auto',
		timezone: 'Evil/Zone',
		limits: defaultLimits,
	},
	pathsOf,
	fileLimits: defaultFileLimits,
	packages: { index: 'http://127.0.0.1:9', leastAgeDays: 7, sessionBytes: 1e6, seconds: 20 },
	pool: { size: 1, folder: join(data, 'pool'), diskBytes, isCalm: async () => true },
	helper: { line: new Socket({ fd: 3 }) },
	log: silentLogger,
});

const acquire = (session: string) => sandboxes.acquire(homeFrom(session, pathsOf(session), diskBytes), never);
const why = (doing: Promise<unknown>) =>
	doing.then(
		() => 'done',
		(error: unknown) => messageOf(error),
	);
const tell = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`);

await waitFor(() => sandboxes.ready() === 1, 'a sandbox that waits');
const sandbox = await acquire('s');
const command = 'echo made >/outputs/a.txt; date +%Z; setsid sleep 4716 >/dev/null 2>&1 &';
const ran = await sandbox.call({ tool: 'bash', args: { command } }, { signal: never });
const stopped = await sandbox.sweep();
const { artifacts } = await sandbox.collect(new Map(), never);
const copy = await stat(join(pathsOf('s').outputs, 'a.txt'));
const image = await stat(pathsOf('s').disk);
tell({
	ran: ran.text,
	stopped: stopped.map((one) => one.command),
	artifacts,
	copy: copy.uid,
	image: [image.uid, image.mode & 0o777],
});

await mkdir(dirname(pathsOf('linked').disk), { recursive: true });
await symlink('/etc', pathsOf('linked').trees.inputs);
await mkdir(dirname(pathsOf('own').disk), { recursive: true });
await writeFile(pathsOf('own').disk, Buffer.alloc(1024), { mode: 0o600 });
const [resolution, linked, own, socket] = await Promise.all([
	sandbox.packages.resolve({ requirements: ['humanize'], undated: false }, { signal: never }),
	why(acquire('linked')),
	why(acquire('own')),
	why(access(join(stateDir, 'service', 'podman.sock'), constants.R_OK)),
]);
tell({ resolution, refused: { linked, own, socket } });
