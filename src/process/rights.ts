import { readFile } from 'node:fs/promises';
import { ProblemError } from '../base/errors.ts';

/** By its number in linux/capability.h. */
const capSysAdmin = 21n;

/** Rejects with `ProblemError` where sandboxes cannot be made: that is said at the start, not at the first command. */
export async function needRights(): Promise<void> {
	const status = await readFile('/proc/self/status', 'utf8').catch(() => undefined);
	const problem = rightsProblem(process.geteuid?.() ?? 0, status);
	if (problem) throw problem;
}

/** `status` is what stands in /proc/self/status; undefined: it cannot be read, and nothing is said against it. Pure. */
export function rightsProblem(user: number, status: string | undefined): ProblemError | undefined {
	if (user !== 0)
		return new ProblemError(
			`Cannot start as user ${user}: sandboxes are made by root, each with a disk of its own that is mounted`,
			'Start it with sudo: sudo npm start',
		);
	const mask = /^CapEff:\s*([0-9a-f]+)/m.exec(status ?? '')?.[1];
	if (mask === undefined || ((BigInt(`0x${mask}`) >> capSysAdmin) & 1n) === 1n) return undefined;
	return new ProblemError(
		'Cannot start without the capability CAP_SYS_ADMIN: the disks of sandboxes cannot be mounted, as in a container that may not mount',
		'Start it on the host itself, or start the container with --privileged',
	);
}
