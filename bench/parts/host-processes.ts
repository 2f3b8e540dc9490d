import { readdirSync, readFileSync } from 'node:fs';

/** A process of this host. */
export interface HostProcess {
	readonly pid: number;
	readonly command: string;
	/** The text of `/proc/<pid>/cgroup`. */
	readonly groups: string;
}

/** Every living process, but for those that end between two looks. */
export function hostProcesses(): readonly HostProcess[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => {
			try {
				const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
				return command === ''
					? []
					: [{ pid: Number(name), command, groups: readFileSync(`/proc/${name}/cgroup`, 'latin1') }];
			} catch {
				return [];
			}
		});
}
