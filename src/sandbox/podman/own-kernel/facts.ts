import { readFile, readlink } from 'node:fs/promises';
import type { Cgroup } from '../container/cgroup.ts';
import { idCount } from '../container/container-spec.ts';
import type { Facts } from '../container/differences.ts';
import { type Mount, readMounts } from '../container/mounts.ts';
import {
	askedLimits,
	askedMounts,
	type MountFlags,
	mountFacts,
	mountFlags,
	readInterfaces,
	readLimits,
	readMap,
	readPrivileges,
} from '../container/read-back.ts';
import type { SandboxLimits } from '../container/sandbox-limits.ts';
import type { ContainerFacts } from '../service/engine.ts';

/** That kernel alone refuses to write these: on the host they are of root, who is nobody to it. */
const servedFlags: MountFlags = Object.fromEntries(
	Object.entries(mountFlags).filter(([point]) => !['/etc/hosts', '/etc/resolv.conf'].includes(point)),
);

/**
 * The facts that a sandbox with a kernel of its own must show on the host: the processes of that kernel have no file but those that its file
 * server hands it, which has the ids and the mounts that were asked for. What is inside that kernel the host cannot see.
 */
export function askedOfOwnKernel(limits: SandboxLimits, runtime: string | undefined, idBase: number): Facts {
	return {
		...askedLimits(limits, runtime),
		...askedMounts(servedFlags),
		'no-new-privileges': 'on',
		'seccomp mode': 2,
		"processes in the host's user namespace": 'none',
		'user id map': `0 ${idBase} ${idCount}`,
		'group id map': `0 ${idBase} ${idCount}`,
		'network interfaces': 'lo',
		'files of the kernel': 'none',
	};
}

/** These facts, read from the host's kernel. Rejects when the container is gone. */
export async function readOwnKernel(container: ContainerFacts, cgroup: Cgroup): Promise<Facts> {
	const pids = await cgroup.processes();
	const server = await findServer(pids);
	const [limits, privileges, inHosts, userMap, groupMap, interfaces, kernelMounts, mounts] = await Promise.all([
		readLimits(container, cgroup),
		readPrivileges(pids),
		inHostsNamespace(pids),
		readMap(`/proc/${server}/uid_map`),
		readMap(`/proc/${server}/gid_map`),
		readInterfaces(container.pid),
		readMounts(container.pid),
		readMounts(server),
	]);
	return {
		...limits,
		...mountFacts(mounts, servedFlags),
		'no-new-privileges': privileges.noNewPrivileges ? 'on' : 'off',
		'seccomp mode': privileges.seccomp,
		"processes in the host's user namespace": inHosts.join(' ') || 'none',
		'user id map': userMap,
		'group id map': groupMap,
		'network interfaces': interfaces,
		'files of the kernel': filesOf(kernelMounts),
	};
}

/** The process that opens files for that kernel; by its name, which runsc gives it as its first argument. */
async function findServer(pids: readonly number[]): Promise<number> {
	for (const pid of pids) {
		const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
		if (command.startsWith('runsc-gofer\0')) return pid;
	}
	throw new Error('the container ended at once');
}

async function inHostsNamespace(pids: readonly number[]): Promise<number[]> {
	const own = await readlink('/proc/self/ns/user');
	const spaces = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/ns/user`).catch(() => undefined)));
	return pids.filter((_, index) => spaces[index] === own);
}

/** An empty folder of its own, which nobody may write, is all that it may see. */
function filesOf(mounts: readonly Mount[]): string {
	const [root, ...more] = mounts;
	const isEmpty = root?.type === 'tmpfs' && root.flags.includes('ro') && more.length === 0;
	return isEmpty ? 'none' : mounts.map(({ point }) => point).join(' ');
}
