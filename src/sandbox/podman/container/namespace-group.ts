import { readdir, readFile, readlink } from 'node:fs/promises';

/** As a control group tells them, where there is none: no limit, no count of kills, and the processes themselves. */
export interface NamespaceGroup {
	limits(): Promise<Readonly<Record<'memoryBytes' | 'totalBytes' | 'cpus' | 'pids', number>>>;
	oomKills(): Promise<undefined>;
	processes(): Promise<number[]>;
}

/**
 * The processes that share a container's process namespace. Without root, a kernel of the first version gives a container no control group: the
 * kernel limits nothing of its processes together. Rejects when `pid` is gone.
 */
export async function namespaceGroup(pid: number): Promise<NamespaceGroup> {
	const namespace = await readlink(`/proc/${pid}/ns/pid`);
	return {
		limits: async () => ({ memoryBytes: 0, totalBytes: 0, cpus: 0, pids: 0 }),
		oomKills: async () => undefined,
		processes: () => processesIn(namespace),
	};
}

/** Of processes of other users nobody tells the namespace, and none of these is in ours. */
async function processesIn(namespace: string): Promise<number[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/ns/pid`).catch(() => undefined)));
	return pids.filter((_pid, index) => found[index] === namespace).map(Number);
}

/**
 * The host's number for an id as Podman counts: without root it counts in a namespace of its own, which is that of the process that holds a
 * container (conmon), the parent of the container's first one, `pid`. Rejects when that is gone.
 */
export async function hostIdOf(id: number, pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const parent = /^PPid:\s*(\d+)$/m.exec(status)?.[1];
	return outsideOf(id, await readFile(`/proc/${parent}/uid_map`, 'utf8'));
}

/** An id as it is counted outside of a namespace, by the text of its `uid_map` (user_namespaces(7)); -1 for one that is not mapped. Pure. */
export function outsideOf(id: number, map: string): number {
	for (const row of map.trim().split('\n')) {
		const [inside = 0, outside = 0, count = 0] = row.trim().split(/\s+/).map(Number);
		if (id >= inside && id < inside + count) return outside + id - inside;
	}
	return -1;
}
