import { readFile } from 'node:fs/promises';
import type { ContainerFacts } from '../service/engine.ts';
import { hasOwnKernel } from '../service/own-kernel.ts';
import type { Cgroup } from './cgroup.ts';
import { guestCapabilities, idCount } from './container-spec.ts';
import type { Facts } from './differences.ts';
import { unmaskedPaths } from './masked-paths.ts';
import { type Mount, readMounts } from './mounts.ts';
import { type Privileges, readProcess } from './process-facts.ts';
import type { SandboxLimits } from './sandbox-limits.ts';
import { slotFlags } from './slot.ts';

// linux/capability.h
const capabilityBits: Readonly<Record<(typeof guestCapabilities)[number], number>> = {
	CHOWN: 0,
	KILL: 5,
	SETGID: 6,
	SETUID: 7,
};

/** The flags that each mount of a sandbox must have, by where it is inside. */
const mountFlags: Readonly<Record<string, readonly string[]>> = {
	'/': ['ro'],
	'/session': ['nosuid', 'nodev'],
	'/session/disk': ['nosuid', 'nodev'],
	'/session/inputs': slotFlags.inputs,
	'/session/closed/tools': slotFlags.tools,
	'/session/closed/memories': slotFlags.memories,
	'/etc/hosts': ['ro'],
	'/etc/resolv.conf': ['ro'],
	'/inputs': slotFlags.inputs,
};

/** The facts that every sandbox must show. `runtime` undefined: whichever a service that is not ours takes. */
export function askedFacts(limits: SandboxLimits, runtime: string | undefined, idBase: number): Facts {
	const capabilities = maskText(
		guestCapabilities.reduce((mask, name) => mask | (1n << BigInt(capabilityBits[name])), 0n),
	);
	const mounts = Object.entries(mountFlags).map(([point, flags]) => [`mount ${point}`, flags.join(' ')]);
	return {
		...(runtime !== undefined && { runtime }),
		'memory limit': limits.memoryBytes,
		'memory and swap limit': limits.memoryBytes,
		'CPU limit': limits.cpus,
		'process limit': limits.pids,
		capabilities,
		'capability bounding set': capabilities,
		'no-new-privileges': 'on',
		'seccomp mode': 2,
		'user id map': `0 ${idBase} ${idCount}`,
		'group id map': `0 ${idBase} ${idCount}`,
		'network interfaces': 'lo',
		'unmasked paths': 'none',
		'processes of others': 'hidden',
		...Object.fromEntries(mounts),
	};
}

/**
 * The facts of a running container, read from the host's kernel and never from inside. `swap` counts only where the kernel accounts for it.
 * Rejects when the container is gone.
 */
export async function readFacts(container: ContainerFacts, cgroup: Cgroup): Promise<Facts> {
	const { pid, runtime } = container;
	const [limits, privileges, userMap, groupMap, interfaces, mounts] = await Promise.all([
		cgroup.limits(),
		readPrivileges(await cgroup.processes()),
		readMap(`/proc/${pid}/uid_map`),
		readMap(`/proc/${pid}/gid_map`),
		readInterfaces(pid),
		readMounts(pid),
	]);
	return {
		runtime,
		'memory limit': limits.memoryBytes ?? 'not known',
		'memory and swap limit': limits.totalBytes ?? limits.memoryBytes ?? 'not known',
		'CPU limit': limits.cpus ?? 'not known',
		'process limit': limits.pids ?? 'not known',
		capabilities: maskText(privileges.effective),
		'capability bounding set': maskText(privileges.bounding),
		'no-new-privileges': privileges.noNewPrivileges ? 'on' : 'off',
		'seccomp mode': privileges.seccomp,
		'user id map': userMap,
		'group id map': groupMap,
		'network interfaces': interfaces,
		'unmasked paths': unmaskedPaths(mounts),
		'processes of others': hasOwnKernel(runtime) || hidesProcesses(mounts) ? 'hidden' : 'shown',
		...mountFacts(mounts),
	};
}

/** Newer kernels tell the option by its name (proc(5)). */
function hidesProcesses(mounts: readonly Mount[]): boolean {
	const proc = mounts.findLast(({ point }) => point === '/proc');
	return proc?.options.some((option) => /^hidepid=(2|invisible)$/.test(option)) ?? false;
}

/** The least restricted of all processes counts, field by field. */
async function readPrivileges(pids: readonly number[]): Promise<Privileges> {
	const processes = (await Promise.all(pids.map(readProcess))).filter((found) => found !== undefined);
	const all = processes.map(({ privileges }) => privileges);
	if (all.length === 0) return { effective: -1n, bounding: -1n, noNewPrivileges: false, seccomp: 0 };
	return {
		effective: all.reduce((mask, { effective }) => mask | effective, 0n),
		bounding: all.reduce((mask, { bounding }) => mask | bounding, 0n),
		noNewPrivileges: all.every(({ noNewPrivileges }) => noNewPrivileges),
		seccomp: Math.min(...all.map(({ seccomp }) => seccomp)),
	};
}

function maskText(mask: bigint): string {
	if (mask < 0n) return 'not known';
	const names = Object.entries(capabilityBits);
	const known = names.filter(([, bit]) => (mask >> BigInt(bit)) & 1n).map(([name]) => name);
	const rest = names.reduce((left, [, bit]) => left & ~(1n << BigInt(bit)), mask);
	return [...known, ...(rest === 0n ? [] : [`0x${rest.toString(16)}`])].join(' ') || 'none';
}

async function readMap(file: string): Promise<string> {
	return (await readFile(file, 'utf8')).trim().replaceAll(/\s+/g, ' ');
}

async function readInterfaces(pid: number): Promise<string> {
	const text = await readFile(`/proc/${pid}/net/dev`, 'utf8');
	return [...text.matchAll(/^\s*(\S+):/gm)].map(([, name]) => name).join(' ');
}

/** Of each mount that matters, the wanted flags that it has. The last mount on a point is the one that is seen. */
function mountFacts(mounts: readonly Mount[]): Facts {
	const seen = new Map(mounts.map(({ point, flags }) => [point, flags]));
	const facts = Object.entries(mountFlags).map(([point, wanted]) => {
		const flags = seen.get(point);
		const has = wanted.filter((flag) => flags?.includes(flag)).join(' ');
		return [`mount ${point}`, flags === undefined ? 'not there' : has || 'without flags'];
	});
	return Object.fromEntries(facts);
}
