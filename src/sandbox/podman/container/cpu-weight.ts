import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A container's share of the processors where others want them too: it takes nothing from one that is alone. */
export interface CpuWeight {
	/** Seconds of processor time that it has used; undefined once it is gone. */
	used(): Promise<number | undefined>;
	/** Sets it to this part of the usual weight and reads it back; undefined where the kernel does not hold it. */
	set(part: number): Promise<number | undefined>;
}

/** The usual weights, and the least: https://docs.kernel.org/scheduler/sched-design-CFS.html, https://docs.kernel.org/admin-guide/cgroup-v2.html */
const v1 = { file: 'cpu.shares', usual: 1024, least: 2 } as const;
const v2 = { file: 'cpu.weight', usual: 100, least: 1 } as const;

/** That of the container with these control groups, by controller; `''` is v2. */
export function cpuWeightIn(folders: ReadonlyMap<string, string>): CpuWeight {
	const unified = folders.get('') ?? '';
	const cpu = folders.get('cpu');
	const accounts = folders.get('cpuacct');
	const { file, usual, least } = cpu === undefined ? v2 : v1;
	const path = join(cpu ?? unified, file);
	return {
		async used() {
			if (accounts !== undefined) return seconds(await numberIn(join(accounts, 'cpuacct.usage'), /^(\d+)/), 1e9);
			return seconds(await numberIn(join(unified, 'cpu.stat'), /^usage_usec (\d+)/m), 1e6);
		},
		async set(part) {
			const wanted = Math.max(least, Math.round(usual * part));
			await writeFile(path, String(wanted)).catch(() => {});
			const held = await numberIn(path, /^(\d+)/);
			return held === wanted ? held / usual : undefined;
		},
	};
}

function seconds(count: number | undefined, perSecond: number): number | undefined {
	return count === undefined ? undefined : count / perSecond;
}

async function numberIn(path: string, pattern: RegExp): Promise<number | undefined> {
	const text = await readFile(path, 'utf8').catch(() => '');
	const found = pattern.exec(text)?.[1];
	return found === undefined ? undefined : Number(found);
}
