import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Mount, readMounts } from './mounts.ts';
import { namespaceGroup } from './namespace-group.ts';

/** The control groups of one container, on cgroup v1, v2 or both. */
export interface Cgroup {
	/** The effective limits; 0 where there is none, undefined where the kernel tells nothing. */
	limits(): Promise<CgroupLimits>;
	/** How often the kernel has killed something in it for want of memory; undefined once it is gone. */
	oomKills(): Promise<number | undefined>;
	/** The host's ids of the processes in it, empty once it is gone. */
	processes(): Promise<number[]>;
}

export interface CgroupLimits {
	readonly memoryBytes: number | undefined;
	/** Memory and swap together. */
	readonly totalBytes: number | undefined;
	readonly cpus: number | undefined;
	readonly pids: number | undefined;
}

/** v1 writes "no limit" as the largest multiple of the page size in 63 bits. */
const v1Unlimited = 2 ** 62;

type ReadLimit = (controller: string, file: string) => Promise<string | undefined>;

/**
 * The control groups of the container that `pid` is in; `container` is its id, by which its own level is found. Where it has none of its own, it has
 * no limits, and its processes are found by their namespace.
 */
export async function findCgroup(pid: number, container: string): Promise<Cgroup> {
	const folders = await findCgroupFolders(pid, container);
	const isOwn = [...folders.values()].some((folder) => folder.includes(container));
	return isOwn ? cgroupIn(folders) : await namespaceGroup(pid);
}

/** Folder of each controller of a container by name, as `cgroupFolders` has them, on this machine. */
export async function findCgroupFolders(pid: number, container: string): Promise<ReadonlyMap<string, string>> {
	const [text, mounts] = await Promise.all([readFile(`/proc/${pid}/cgroup`, 'utf8'), readMounts('self')]);
	return cgroupFolders(text, container, mounts);
}

/** The control groups in these folders, by controller; `''` is v2. */
export function cgroupIn(folders: ReadonlyMap<string, string>): Cgroup {
	const unified = folders.get('');
	const isV1 = folders.has('memory');
	const read: ReadLimit = (controller, file) => readIfThere(join(folders.get(controller) ?? unified ?? '', file));
	return {
		limits: () => (isV1 ? limitsV1(read) : limitsV2(read)),
		async oomKills() {
			const text = await (isV1 ? read('memory', 'memory.oom_control') : read('', 'memory.events'));
			return text === undefined ? undefined : Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0);
		},
		processes: () => processesBelow(folders.get('pids') ?? unified ?? ''),
	};
}

/**
 * Folder of each controller by name (`''` for v2), from the text of `/proc/<pid>/cgroup` and the mounts that this process sees. A runtime
 * may put the process into a group below the container's (crun does); the folder is the one that carries the id, where the limits are.
 */
export function cgroupFolders(text: string, container: string, mounts: readonly Mount[]): Map<string, string> {
	const folders = new Map<string, string>();
	for (const line of text.split('\n')) {
		const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
		if (controllers === undefined || path === undefined) continue;
		const own = ownLevel(path, container);
		for (const controller of controllers.split(',')) {
			const folder = folderOf(own, groupMounts(controller, mounts));
			if (folder !== undefined) folders.set(controller, folder);
		}
	}
	return folders;
}

function groupMounts(controller: string, mounts: readonly Mount[]): readonly Mount[] {
	if (controller === '') return mounts.filter(({ type }) => type === 'cgroup2');
	return mounts.filter(({ type, options }) => type === 'cgroup' && options.includes(controller));
}

/** A container without a name space of its own for groups sees only its part of the tree, while its processes' paths are the host's. */
function folderOf(path: string, mounts: readonly Mount[]): string | undefined {
	for (const { root, point } of mounts.toReversed()) {
		const above = root === '/' ? '' : root;
		if (path === root || path.startsWith(`${above}/`)) return join(point, path.slice(above.length));
	}
	return undefined;
}

function ownLevel(path: string, container: string): string {
	for (let level = path; level !== '/'; level = dirname(level)) {
		if ((level.split('/').pop() ?? '').includes(container)) return level;
	}
	return path;
}

async function limitsV1(read: ReadLimit): Promise<CgroupLimits> {
	const quota = numberOf(await read('cpu', 'cpu.cfs_quota_us'));
	const period = numberOf(await read('cpu', 'cpu.cfs_period_us'));
	return {
		memoryBytes: bounded(await read('memory', 'memory.limit_in_bytes')),
		totalBytes: bounded(await read('memory', 'memory.memsw.limit_in_bytes')),
		cpus: quota === undefined || period === undefined ? undefined : Math.max(0, quota) / period,
		pids: bounded(await read('pids', 'pids.max')),
	};
}

async function limitsV2(read: ReadLimit): Promise<CgroupLimits> {
	const memoryBytes = bounded(await read('', 'memory.max'));
	const swap = await read('', 'memory.swap.max');
	const [quota, period] = (await read('', 'cpu.max'))?.split(' ') ?? [];
	return {
		memoryBytes,
		totalBytes: swap?.trim() === 'max' ? 0 : sum(memoryBytes, numberOf(swap)),
		cpus: quota === undefined ? undefined : (bounded(quota) ?? 0) / Number(period),
		pids: bounded(await read('', 'pids.max')),
	};
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
	return a === undefined || b === undefined ? undefined : a + b;
}

function bounded(text: string | undefined): number | undefined {
	const value = text?.trim() === 'max' ? 0 : numberOf(text);
	return value !== undefined && value >= v1Unlimited ? 0 : value;
}

function numberOf(text: string | undefined): number | undefined {
	return text === undefined ? undefined : Number(text.trim());
}

async function processesBelow(folder: string): Promise<number[]> {
	// crun's own group below the container's holds the processes then
	const texts = [
		await readIfThere(join(folder, 'cgroup.procs')),
		await readIfThere(join(folder, 'container/cgroup.procs')),
	];
	return texts.flatMap((text) => text?.split('\n').filter(Boolean).map(Number) ?? []);
}

/** At once: these files are the kernel's, one is read after each call, and by way of the thread pool that takes longer than most commands. */
async function readIfThere(path: string): Promise<string | undefined> {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return undefined;
	}
}
