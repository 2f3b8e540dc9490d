import { readlinkSync } from 'node:fs';
import { type HostProcess, hostProcesses } from '../parts/host-processes.ts';
import type { HostContainer } from '../parts/podman-cli.ts';

/**
 * The processes of a running box, as the host sees them: by its control group and, where a plain user's has none of its own, by the namespace that
 * its first process is in.
 */
export function boxProcesses({ id, pid }: HostContainer): readonly HostProcess[] {
	const own = spaceOf(process.pid);
	// A runtime with a kernel of its own stays in the host's namespace: everybody is in that.
	const space = spaceOf(pid) === own ? undefined : spaceOf(pid);
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
