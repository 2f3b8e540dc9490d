import { readFile } from 'node:fs/promises';
import type { StoppedProcess } from '../../sandbox.ts';
import { type Cgroup, findCgroup, findCgroupFolders } from '../container/cgroup.ts';
import { cpuWeightIn } from '../container/cpu-weight.ts';
import { readBack } from '../container/hold.ts';
import { readCommand, readProcess, startTicks } from '../container/process-facts.ts';
import { slotDisk } from '../container/slot.ts';
import { pipeRelay, relayUid } from '../guest-link/relay.ts';
import { isDiskLost } from '../lifetime/disk-watch.ts';
import { readExitCode } from '../lifetime/exit-code.ts';
import { createOomWatch } from '../lifetime/oom-watch.ts';
import { yieldWhileBusy } from '../lifetime/yielding.ts';
import { listInside } from '../own-kernel/processes.ts';
import { hasOwnKernel } from '../service/own-kernel.ts';
import { type Booted, type BoxParts, slotPath } from './boot-box.ts';
import type { BoxDisk, HeldBox, Processes } from './host.ts';

/** Reads a container back, as `Box.hold` says, and has it yield to others from then on, as long as `booted.held` is not disposed. */
export async function holdBox(parts: BoxParts, booted: Booted, signal: AbortSignal): Promise<HeldBox> {
	const { options } = parts;
	const { container, id, idBase, runtime, socketPath, held } = booted;
	const groups = await findCgroupFolders(container.pid, id);
	const cgroup = await findCgroup(container.pid, id);
	const { hostBase, unenforced } = await readBack({ options, runtime, idBase, container, cgroup }, signal);
	if (unenforced.length === 0) held.use(yieldWhileBusy(cpuWeightIn(groups), options.log));
	return {
		runtime: container.runtime,
		unenforced,
		processes: processesOf(booted, cgroup, hostBase),
		disk: diskOf(parts, booted),
		relay: (errand, within) => pipeRelay({ socketPath, id }, errand, within),
	};
}

function diskOf({ border, folder }: BoxParts, { slot }: Booted): BoxDisk {
	const { gone, walkOutputs } = border.diskOf(slot);
	return { gone, walkOutputs, isLost: () => isDiskLost(slotDisk(slotPath(folder, slot))) };
}

function processesOf({ container, id, socketPath }: Booted, cgroup: Cgroup, hostBase: number): Processes {
	const { pid, runtime } = container;
	const born = startTicks(pid);
	return {
		kill: () => killProcess(pid, born),
		any: async () => (await cgroup.processes()).length > 0,
		users: () => (hasOwnKernel(runtime) ? listInside(id, [0, relayUid]) : listUsers(cgroup, hostBase)),
		exitCode: () => readExitCode(socketPath, id),
		oom: createOomWatch(cgroup),
	};
}

/** Only if `pid` still is the one that was `born` then: ids are used again. */
async function killProcess(pid: number, born: Promise<number | undefined>): Promise<void> {
	const [then, now] = [await born, await startTicks(pid)];
	if (now === undefined || now !== then) return;
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It ended by itself
	}
}

/** More are told to nobody; characters of each. */
const mostListed = 500;
const mostCommand = 400;

async function listUsers(cgroup: Cgroup, hostBase: number): Promise<StoppedProcess[]> {
	const found = await Promise.all((await cgroup.processes()).map(readProcess));
	const ours = [hostBase, hostBase + relayUid];
	const users = found.filter((one) => one !== undefined && !ours.includes(one.uid) && !one.isDead);
	return Promise.all(users.slice(0, mostListed).map((one) => describe(one?.pid ?? 0, one?.innerPid ?? 0)));
}

async function describe(pid: number, innerPid: number): Promise<StoppedProcess> {
	const [command, ticks, uptime] = await Promise.all([
		readCommand(pid),
		startTicks(pid),
		readFile('/proc/uptime', 'utf8'),
	]);
	// Programs are told time in ticks of 1/100 s on every architecture of ours (USER_HZ)
	const seconds = ticks === undefined ? 0 : Number.parseFloat(uptime) - ticks / 100;
	return { pid: innerPid, command: command.slice(0, mostCommand), seconds };
}
