import { readlinkSync } from 'node:fs';
import { type HostProcess, hostProcesses } from '../parts/host-processes.ts';
import type { HostContainer } from '../parts/podman-cli.ts';

/**
 * The processes of a running box, as the host sees them: by its control group and, where a plain user's has none of its own, by the namespace that
 * its first process is in.
 */
export function boxProcesses({ id, pid }: HostContainer): readonly HostProcess[] {
	const space = spaceOf(pid);
	return hostProcesses().filter(
		(one) => one.groups.includes(id) || (space !== undefined && spaceOf(one.pid) === space),
	);
}

/** Undefined: it is gone, or somebody else's. */
function spaceOf(pid: number): string | undefined {
	try {
		return readlinkSync(`/proc/${pid}/ns/pid`);
	} catch {
		return undefined;
	}
}
