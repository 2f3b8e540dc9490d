import { readFile } from 'node:fs/promises';
import { createSerial } from '../../../base/serial.ts';
import type { Cgroup } from '../container/cgroup.ts';

/**
 * Whether the kernel has killed something in the container for want of memory, since this was last asked. `likely`: its counter is gone with the
 * container, and since it was last read the kernel has killed something on this host.
 */
export type OomSign = 'killed' | 'none' | 'likely';

/** Tells that from the kernel's counters. (Podman's own `OOMKilled` stays false on cgroup v1.) */
export interface OomWatch {
	/** Never rejects. Looks are taken in the order in which they are asked for. */
	look(): Promise<OomSign>;
}

/**
 * Watches a container that has just begun. Podman removes its group within milliseconds of its end, or before a busy host lets us look: then the
 * kernel's counter for the whole host is asked, by `hostKills`.
 */
export function createOomWatch(
	cgroup: Pick<Cgroup, 'oomKills'>,
	hostKills: () => Promise<number | undefined> = readHostKills,
): OomWatch {
	let seen = 0;
	let onHost = hostKills();
	const inTurn = createSerial();

	async function look(): Promise<OomSign> {
		const before = await onHost;
		// Before the container's: a kill in between is in both, or is seen when this is asked again.
		const now = await hostKills();
		const count = await cgroup.oomKills();
		if (count === undefined) return before !== undefined && now !== undefined && now > before ? 'likely' : 'none';
		onHost = Promise.resolve(now);
		const risen = count > seen;
		seen = Math.max(seen, count);
		return risen ? 'killed' : 'none';
	}

	return { look: () => inTurn(look) };
}

/** How often the kernel has killed for want of memory since this host started, in whatever container; undefined where it does not tell. Never rejects. */
async function readHostKills(): Promise<number | undefined> {
	const text = await readFile('/proc/vmstat', 'utf8').catch(() => '');
	const [, count] = /^oom_kill (\d+)$/m.exec(text) ?? [];
	return count === undefined ? undefined : Number(count);
}
