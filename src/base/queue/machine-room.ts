import { availableParallelism } from 'node:os';
import { formatBytes } from '../text/format-bytes.ts';
import type { Lack } from './admission.ts';

/** Bytes that this machine, or the container that we run in, has free now: what the kernel would give without swapping. */
export type FreeMemory = () => number;

/** Half a sentence where less than `bytes` is free, of which one more (`one`: "a turn") may take that much; as much is kept for each that has just begun. */
export function memoryLack(one: string, bytes: number, free: FreeMemory = () => process.availableMemory()): Lack {
	return (begun) => {
		const left = Math.max(0, free() - begun * bytes);
		if (left >= bytes) return undefined;
		return `the machine has ${formatBytes(left)} of memory free, and ${one} needs ${formatBytes(bytes)}`;
	};
}

/** So many for each core of the machine, and `least` where these are few. */
export function perCore(many: number, least: number, cores: number = availableParallelism()): number {
	return Math.max(least, Math.round(many * cores));
}
