import { readFile } from 'node:fs/promises';
import type { Facts } from '../container/differences.ts';
import type { HostOptions } from '../container/options.ts';
import { hasUnifiedGroups } from '../service/rootless.ts';
import { runProgram } from '../service/run-program.ts';

/**
 * Limits that each process passes on to those that it starts. They need no control group, and no Podman: without root that ignores those of a
 * container that is made over its API, without a word.
 */
export interface ProcessLimits {
	/** How many processes and threads one user of a sandbox may have. */
	readonly processes: number;
	/** The bytes that one process may allocate; undefined where a control group limits all of them together. */
	readonly dataBytes: number | undefined;
}

/** Node reserves up to 512 MB at its start that count as data; with 256 MB allowed it does not start. */
const leastData = 2 ** 30;

/** As root's containers are made with. */
const processes = 400;

/** The limits to set from outside; undefined as root, where Podman does as it is told. */
export function processLimits({ rootless, limits }: HostOptions): ProcessLimits | undefined {
	if (rootless === undefined) return undefined;
	return { processes, dataBytes: hasUnifiedGroups() ? undefined : Math.max(limits.memoryBytes, leastData) };
}

/** Sets them for processes that have started nothing yet. Rejects when one is gone, and with the signal's reason. */
export async function limitProcesses(
	pids: readonly number[],
	{ processes: count, dataBytes }: ProcessLimits,
	signal: AbortSignal,
): Promise<void> {
	const data = dataBytes === undefined ? [] : [`--data=${dataBytes}:${dataBytes}`];
	const words = [`--nproc=${count}:${count}`, '--nofile=1024:1024', '--core=0:0', ...data];
	for (const pid of pids) await runProgram('prlimit', ['--pid', String(pid), ...words], signal);
}

const names = { processes: 'processes of one user', dataBytes: 'memory of one process' } as const;

/** The facts that such processes must show. Pure. */
export function askedOfEach({ processes: count, dataBytes }: ProcessLimits): Facts {
	return { [names.processes]: count, ...(dataBytes !== undefined && { [names.dataBytes]: dataBytes }) };
}

/** The limits that the kernel holds them to: of several, those of the one that is held least. One that is gone does not count. */
export async function readOfEach(pids: readonly number[]): Promise<Facts> {
	const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/limits`, 'utf8').catch(() => undefined)));
	const found = texts.filter((text) => text !== undefined).map(parseLimits);
	const least = (of: keyof ProcessLimits) => Math.max(...found.map((one) => one[of] ?? 0));
	return { [names.processes]: least('processes'), [names.dataBytes]: least('dataBytes') };
}

/** Parses the hard limits in the text of `/proc/<pid>/limits` (proc(5)); what has no limit is Infinity. Pure. */
export function parseLimits(text: string): Required<ProcessLimits> {
	const hard = (title: string): number => {
		const value = new RegExp(`^${title}\\s+\\S+\\s+(\\d+)`, 'm').exec(text)?.[1];
		return value === undefined ? Number.POSITIVE_INFINITY : Number(value);
	};
	return { processes: hard('Max processes'), dataBytes: hard('Max data size') };
}
