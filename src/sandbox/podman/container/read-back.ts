import { lstat, readFile } from 'node:fs/promises';
import type { ContainerFacts } from '../service/engine.ts';
import type { Cgroup } from './cgroup.ts';
import { guestCapabilities, homePoint, type InMemory, idCount } from './container-spec.ts';
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

export type MountFlags = Readonly<Record<string, readonly string[]>>;

/** The flags that each mount of a sandbox must have, by where it is inside. */
export const mountFlags: MountFlags = {
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

/** Where a sandbox has its HOME in memory, that must have these. */
const homeFlags: MountFlags = { [homePoint]: ['nosuid', 'nodev'] };

export interface Asked {
	readonly limits: SandboxLimits;
	readonly inMemory?: InMemory | undefined;
	/** Undefined: whichever a service that is not ours takes. */
	readonly runtime: string | undefined;
	readonly idBase: number;
}

/** The facts that a sandbox on the host's kernel must show. */
export function askedFacts({ limits, inMemory, runtime, idBase }: Asked): Facts {
	const capabilities = maskText(
		guestCapabilities.reduce((mask, name) => mask | (1n << BigInt(capabilityBits[name])), 0n),
	);
	return {
		...askedLimits(limits, runtime),
		...askedMounts(mountFlags),
		...(inMemory?.home !== undefined && askedMounts(homeFlags)),
		capabilities,
		'capability bounding set': capabilities,
		'no-new-privileges': 'on',
		'seccomp mode': 2,
		'user id map': `0 ${idBase} ${idCount}`,
		'group id map': `0 ${idBase} ${idCount}`,
		'network interfaces': 'lo',
		'unmasked paths': 'none',
		'processes of others': 'hidden',
	};
}

/** The facts that every sandbox must show, whatever its kernel. */
export function askedLimits(limits: SandboxLimits, runtime: string | undefined): Facts {
	return {
		...(runtime !== undefined && { runtime }),
		'memory limit': limits.memoryBytes,
		'memory and swap limit': limits.memoryBytes,
		'CPU limit': limits.cpus,
		'process limit': limits.pids,
	};
}

export function askedMounts(flags: MountFlags): Facts {
	return Object.fromEntries(Object.entries(flags).map(([point, wanted]) => [`mount ${point}`, wanted.join(' ')]));
}

/**
 * The facts of a running container, read from the host's kernel and never from inside. `swap` counts only where the kernel accounts for it.
 * Rejects when the container is gone.
 */
export async function readFacts(container: ContainerFacts, cgroup: Cgroup): Promise<Facts> {
	const { pid } = container;
	const [limits, privileges, userMap, groupMap, interfaces, mounts] = await Promise.all([
		readLimits(container, cgroup),
		readPrivileges(await cgroup.processes()),
		readMap(`/proc/${pid}/uid_map`),
		readMap(`/proc/${pid}/gid_map`),
		readInterfaces(pid),
		readMounts(pid),
	]);
	return {
		...limits,
		...mountFacts(mounts, { ...mountFlags, ...homeFlags }),
		capabilities: maskText(privileges.effective),
		'capability bounding set': maskText(privileges.bounding),
		'no-new-privileges': privileges.noNewPrivileges ? 'on' : 'off',
		'seccomp mode': privileges.seccomp,
		'user id map': userMap,
		'group id map': groupMap,
		'network interfaces': interfaces,
		'unmasked paths': unmaskedPaths(mounts),
		'processes of others': hidesProcesses(mounts) ? 'hidden' : 'shown',
	};
}

/** The runtime, and the limits that its control groups have. */
export async function readLimits({ runtime }: ContainerFacts, cgroup: Cgroup): Promise<Facts> {
	const { memoryBytes, totalBytes, cpus, pids } = await cgroup.limits();
	return {
		runtime,
		'memory limit': memoryBytes ?? 'not known',
		'memory and swap limit': totalBytes ?? memoryBytes ?? 'not known',
		'CPU limit': cpus ?? 'not known',
		'process limit': pids ?? 'not known',
	};
}

/** Newer kernels tell the option by its name (proc(5)). */
function hidesProcesses(mounts: readonly Mount[]): boolean {
	const proc = mounts.findLast(({ point }) => point === '/proc');
	return proc?.options.some((option) => /^hidepid=(2|invisible)$/.test(option)) ?? false;
}

/** Where HOME is in memory: its mode, and whose it is, as it must be. Nothing where it is on the disk. */
export function askedHome({ inMemory, idBase }: Pick<Asked, 'inMemory' | 'idBase'>): Facts {
	return inMemory?.home === undefined ? {} : { [homeFact]: `1777 of ${idBase}` };
}

/** As that, as it is now. An image that has a folder there may have changed it. */
export async function readHome(pid: number): Promise<Facts> {
	const found = await lstat(`/proc/${pid}/root${homePoint}`).catch(() => undefined);
	return found ? { [homeFact]: `${(found.mode & 0o7777).toString(8)} of ${found.uid}` } : {};
}

const homeFact = 'mode and owner of HOME';

/** The least restricted of all processes counts, field by field. */
export async function readPrivileges(pids: readonly number[]): Promise<Privileges> {
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

export async function readMap(file: string): Promise<string> {
	return (await readFile(file, 'utf8')).trim().replaceAll(/\s+/g, ' ');
}

export async function readInterfaces(pid: number): Promise<string> {
	const text = await readFile(`/proc/${pid}/net/dev`, 'utf8');
	return [...text.matchAll(/^\s*(\S+):/gm)].map(([, name]) => name).join(' ');
}

/** Of each mount that matters, the wanted flags that it has. The last mount on a point is the one that is seen. */
export function mountFacts(mounts: readonly Mount[], flagsOf: MountFlags): Facts {
	const seen = new Map(mounts.map(({ point, flags }) => [point, flags]));
	const facts = Object.entries(flagsOf).map(([point, wanted]) => {
		const flags = seen.get(point);
		const has = wanted.filter((flag) => flags?.includes(flag)).join(' ');
		return [`mount ${point}`, flags === undefined ? 'not there' : has || 'without flags'];
	});
	return Object.fromEntries(facts);
}
