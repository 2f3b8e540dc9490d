import { formatBytes } from '../../../base/text/format-bytes.ts';
import type { OomSign } from './oom-watch.ts';

/** By SIGKILL. */
const killedCode = 128 + 9;

/** The facts known of a container's end. */
export interface EndFacts {
	readonly oom: OomSign;
	/** Undefined: Podman has not told it in time. */
	readonly exitCode: number | undefined;
	readonly memoryBytes: number;
}

/** Why a sandbox ended by itself, as half a sentence. */
export function whyEnded({ oom, exitCode, memoryBytes }: EndFacts): string {
	const wasKilled = exitCode === undefined || exitCode === killedCode;
	if (oom === 'killed' || (oom === 'likely' && wasKilled)) return outOfMemoryText(memoryBytes);
	if (exitCode === undefined) return 'it ended unexpectedly';
	// A shell's convention that Podman follows: 128 and the number of the signal
	if (exitCode > 128) return exitCode === killedCode ? 'it was killed' : `it was ended by signal ${exitCode - 128}`;
	return `its main process ended with exit code ${exitCode}`;
}

export function outOfMemoryText(memoryBytes: number): string {
	return `out of memory: the limit is ${formatBytes(memoryBytes)}`;
}
