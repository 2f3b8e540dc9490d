import { readdirSync, readFileSync } from 'node:fs';

/** A process as the host sees it. */
export interface HostProcess {
	readonly pid: number;
	readonly command: string;
	/** The text of `/proc/<pid>/cgroup`. */
	readonly groups: string;
}

/** All living processes of the host. */
export function hostProcesses(): HostProcess[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => {
			try {
				const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
				const groups = readFileSync(`/proc/${name}/cgroup`, 'utf8');
				return command === '' ? [] : [{ pid: Number(name), command, groups }];
			} catch {
				return [];
			}
		});
}

/** The one process whose command line holds all of these texts. */
export function findProcess(...texts: string[]): HostProcess | undefined {
	return hostProcesses().find(({ command }) => texts.every((text) => command.includes(text)));
}
