import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { systemPath } from '../../src/sandbox/podman/service/run-program.ts';
import { defaultStateDir } from '../../src/sandbox/podman/service/state-folder.ts';
import { containersWith, type PodmanCli } from '../parts/podman-cli.ts';

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

/** Podman's command line by the machine's own configuration: that of a home is there only as long as its bot. */
export const podman: PodmanCli = async (...args) => {
	const env = { PATH: systemPath, HOME: homedir() };
	return (await promisify(execFile)('podman', args, { env })).stdout;
};

/** What there is on the host of one home, each by a word for people. */
export type Left = Readonly<Record<(typeof kinds)[number], readonly string[]>>;
export const kinds = ['containers', 'mounts', 'loops', 'processes', 'slots', 'temporary-files'] as const;

/** `folder`: holds the home and its folder for temporary files, `tmp`. */
export async function leftOf(homeId: string, folder: string): Promise<Left> {
	const stateDir = defaultStateDir(homeId);
	const ours = ({ pid, command }: HostProcess) =>
		pid !== process.pid && (command.includes(homeId) || command.includes(stateDir));
	const mounts = readFileSync('/proc/self/mountinfo', 'latin1').split('\n');
	const containers = await idsOf(homeId);
	return {
		containers,
		mounts: mounts.filter((line) => line.includes(stateDir)).map((line) => line.split(' ')[4] ?? ''),
		loops: loopFiles().filter((file) => file.startsWith(`${folder}/home`)),
		processes: hostProcesses()
			.filter(ours)
			.map(({ command }) => command.slice(0, 120)),
		slots: namesIn(stateDir).map((name) => `${basename(stateDir)}/${name}`),
		'temporary-files': namesIn(`${folder}/tmp`),
	};
}

/** In any state. */
async function idsOf(homeId: string): Promise<readonly string[]> {
	const text = await podman('ps', '--all', '--quiet', '--filter', `label=home=${homeId}`);
	return text.split('\n').filter(Boolean);
}

function loopFiles(): readonly string[] {
	return readdirSync('/sys/block')
		.filter((name) => name.startsWith('loop'))
		.flatMap((name) => {
			try {
				return [readFileSync(`/sys/block/${name}/loop/backing_file`, 'utf8').trim()];
			} catch {
				return [];
			}
		});
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** A process that a sandbox of this home has on the host, by its part; undefined where there is none now. */
export async function findPart(
	part: Part,
	homeId: string,
	pick: (count: number) => number,
): Promise<HostProcess | undefined> {
	if (part === 'service')
		return hostProcesses().find(
			({ command }) =>
				command.includes(`${defaultStateDir(homeId)}/service/podman.sock`) && command.includes('system service'),
		);
	const containers = await containersWith(`home=${homeId}`, podman);
	const container = containers[pick(containers.length)];
	if (container === undefined) return undefined;
	const all = hostProcesses();
	if (part === 'conmon') return all.find(({ command }) => command.includes('conmon') && command.includes(container.id));
	if (part === 'init') return all.find(({ pid }) => pid === container.pid);
	return all.find(
		({ command, groups }) =>
			groups.includes(container.id) && command.startsWith('node ') && command.includes('guest.mjs'),
	);
}

export type Part = 'service' | 'conmon' | 'init' | 'guest';
