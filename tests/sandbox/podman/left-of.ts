import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { PodmanHome } from './podman-home.ts';

/** What is on the host of a home; containers in any state. */
export interface Left {
	readonly containers: string[];
	readonly mounts: number;
	readonly slots: string[];
	readonly loops: string[];
}

export const nothing: Left = { containers: [], mounts: 0, slots: [], loops: [] };

export function leftOf({ options }: PodmanHome): Left {
	const { homeId, stateDir } = options;
	const slots = `${stateDir}/slots`;
	const listed = execFileSync('podman', ['ps', '-aq', '--filter', `label=home=${homeId}`]).toString();
	return {
		containers: listed.split('\n').filter(Boolean),
		mounts: readFileSync('/proc/self/mountinfo', 'utf8').split(`${slots}/`).length - 1,
		slots: existsSync(slots) ? readdirSync(slots) : [],
		loops: execFileSync('losetup', ['-a'])
			.toString()
			.split('\n')
			.filter((line) => line.includes(homeId)),
	};
}
