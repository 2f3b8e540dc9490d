/** A sandbox's limits. All are enforced by the kernel and read back after each start. */
export interface SandboxLimits {
	/** Memory and swap together, in bytes. */
	readonly memoryBytes: number;
	/** How many CPUs' worth of time; fractions are allowed. */
	readonly cpus: number;
	readonly pids: number;
	/** Size of the session's own disk, in bytes. */
	readonly diskBytes: number;
	/** After how many milliseconds without a call a sandbox ends. */
	readonly idleMs: number;
}

/** 1 GB, one CPU, 512 tasks, 2 GB of disk, 15 minutes. */
export const defaultLimits: SandboxLimits = {
	memoryBytes: 2 ** 30,
	cpus: 1,
	pids: 512,
	diskBytes: 2 * 2 ** 30,
	idleMs: 15 * 60_000,
};

/** The largest page that a kernel of ours counts memory in (arm64), in bytes. */
const pageBytes = 65_536;

/** The limits in the kernel's own steps, so that what is read back can be compared. */
export function inKernelSteps(limits: SandboxLimits): SandboxLimits {
	const memoryBytes = Math.floor(limits.memoryBytes / pageBytes) * pageBytes;
	return { ...limits, memoryBytes, cpus: Math.round(limits.cpus * 1_000) / 1_000, pids: Math.round(limits.pids) };
}
