import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { systemPath } from '../../src/sandbox/podman/service/run-program.ts';
import { boxesId, defaultStateDir } from '../../src/sandbox/podman/service/state-folder.ts';
import { type HostProcess, hostProcesses } from '../parts/host-processes.ts';
import { containersWith, type HostContainer, type PodmanCli } from '../parts/podman-cli.ts';

/** Podman's command line by the machine's own configuration: that of a home is there only as long as its bot. */
export const podman: PodmanCli = async (...args) => {
	const env = { PATH: systemPath, HOME: homedir() };
	return (await promisify(execFile)('podman', args, { env })).stdout;
};

/** What there is on the host of one home, each by a word for people. */
export type Left = Readonly<Record<(typeof kinds)[number], readonly string[]>>;
export const kinds = ['containers', 'execs', 'mounts', 'loops', 'processes', 'slots', 'temporary-files'] as const;

/**
 * A home that is new has nothing there before its bot starts, so that all of this has come of it. `folder`: holds the home and its folder for
 * temporary files, `tmp`.
 */
export async function leftOf(homeId: string, folder: string): Promise<Left> {
	const stateDirs = idsIn(homeId).map((id) => defaultStateDir(id));
	const mounts = readFileSync('/proc/self/mountinfo', 'latin1').split('\n');
	const processes = processesOf(homeId, folder);
	const words = (all: readonly HostProcess[]) => all.map(({ command }) => command.slice(0, 120));
	return {
		containers: await idsOf(homeId),
		execs: [...(await execsOf(homeId)), ...words(processes.filter(isOfExec))],
		mounts: mounts
			.filter((line) => stateDirs.some((stateDir) => line.includes(stateDir)))
			.map((line) => line.split(' ')[4] ?? ''),
		loops: loopFiles().filter((file) => file.startsWith(`${folder}/home`)),
		processes: words(processes.filter((one) => !isOfExec(one))),
		slots: stateDirs.flatMap((stateDir) => namesIn(stateDir).map((name) => `${basename(stateDir)}/${name}`)),
		'temporary-files': [...namesIn(`${folder}/tmp`), ...halfWritten(`${folder}/home`)],
	};
}

/** Under which a home's containers are known: those of sessions, and those of coding agents. */
export function idsIn(homeId: string): readonly string[] {
	return [homeId, boxesId(homeId)];
}

/** Its running containers, of either kind. */
export async function containersOf(homeId: string): Promise<readonly HostContainer[]> {
	const found = await Promise.all(idsIn(homeId).map((id) => containersWith(`home=${id}`, podman)));
	return found.flat();
}

/** The bot, what it started, and what these did: by the words that they were started with, or by the variables that they inherited. */
function processesOf(homeId: string, folder: string): readonly HostProcess[] {
	const marks = [homeId, `${folder}/home`];
	const isOurs = ({ pid, command }: HostProcess) =>
		pid !== process.pid && marks.some((mark) => command.includes(mark) || variablesOf(pid).includes(mark));
	return hostProcesses().filter(isOurs);
}

function variablesOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/environ`, 'latin1');
	} catch {
		return '';
	}
}

/** What watches a program that runs beside a container's own, and what clears up after it. */
function isOfExec({ command }: HostProcess): boolean {
	return /\bconmon\b.* --exec-attach\b|\bcleanup\b.* --exec\b/.test(command);
}

/** The programs that Podman knows of beside the containers' own: those that have ended for less than ten seconds, too. */
export async function execsOf(homeId: string): Promise<readonly string[]> {
	const containers = await idsOf(homeId);
	if (containers.length === 0) return [];
	const format = '{{range .ExecIDs}}{{.}}\n{{end}}';
	const text = await podman('inspect', '--format', format, ...containers).catch(() => '');
	return text.split('\n').filter(Boolean);
}

/** Files of a home that somebody began and did not bring to their name. */
function halfWritten(home: string): readonly string[] {
	const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
	return names.filter((name) => /(^|\/)\.unfinished-|\.unfinished$|\.tmp$/.test(name));
}

/** In any state. */
async function idsOf(homeId: string): Promise<readonly string[]> {
	const texts = await Promise.all(
		idsIn(homeId).map((id) => podman('ps', '--all', '--quiet', '--filter', `label=home=${id}`)),
	);
	return texts.flatMap((text) => text.split('\n').filter(Boolean));
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
