import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { hostProcesses } from './host-processes.ts';
import { mountsHere, type PodmanHome, podmanCli } from './podman-home.ts';

/** What is on the host of a home; containers in any state. */
export interface Left {
	readonly containers: string[];
	readonly mounts: number;
	readonly slots: string[];
	/** Loop devices, or the processes of fuse2fs. */
	readonly disks: string[];
}

export const nothing: Left = { containers: [], mounts: 0, slots: [], disks: [] };

export function leftOf({ options }: Pick<PodmanHome, 'options'>): Left {
	const { homeId, stateDir } = options;
	const slots = `${stateDir}/slots`;
	const listed = podmanCli('ps', '-aq', '--filter', `label=home=${homeId}`);
	const served = hostProcesses().map(({ command }) => command);
	return {
		containers: listed.split('\n').filter(Boolean),
		mounts: mountsHere().split(`${slots}/`).length - 1,
		slots: existsSync(slots) ? readdirSync(slots) : [],
		disks: [
			...execFileSync('losetup', ['-a']).toString().split('\n'),
			...served.filter((command) => command.startsWith('fuse2fs')),
		].filter((line) => line.includes(homeId)),
	};
}
