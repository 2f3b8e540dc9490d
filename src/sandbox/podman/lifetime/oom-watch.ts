import type { Cgroup } from '../container/cgroup.ts';

/** Tells whether the kernel has killed for want of memory, from its counter. (Podman's own `OOMKilled` stays false on cgroup v1.) */
export interface OomWatch {
	/** Whether it has since this was last asked. False once the container is gone. */
	hasRisen(): Promise<boolean>;
}

export function createOomWatch(cgroup: Cgroup): OomWatch {
	let seen = 0;
	return {
		async hasRisen() {
			const count = (await cgroup.oomKills()) ?? seen;
			const risen = count > seen;
			seen = Math.max(seen, count);
			return risen;
		},
	};
}
