import { formatBytes } from '../../../base/text/format-bytes.ts';

/** The facts known of a container's end. */
export interface EndFacts {
	/** The kernel killed something in it for want of memory, since it was last looked at. */
	readonly outOfMemory: boolean;
	readonly exitCode: number | undefined;
	readonly memoryBytes: number;
}

/** Why a sandbox ended by itself, as half a sentence. */
export function whyEnded({ outOfMemory, exitCode, memoryBytes }: EndFacts): string {
	if (outOfMemory) return outOfMemoryText(memoryBytes);
	if (exitCode === undefined) return 'it ended unexpectedly';
	// A shell's convention that Podman follows: 128 and the number of the signal
	if (exitCode > 128) return exitCode === 137 ? 'it was killed' : `it was ended by signal ${exitCode - 128}`;
	return `its main process ended with exit code ${exitCode}`;
}

export function outOfMemoryText(memoryBytes: number): string {
	return `out of memory: the limit is ${formatBytes(memoryBytes)}`;
}
