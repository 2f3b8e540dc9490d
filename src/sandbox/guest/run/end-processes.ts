import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../../base/errors.ts';
import { openOutputs } from '../files/open-outputs.ts';
import { createUntilTold } from '../until-told.ts';
import { listProcesses, type ProcessInfo } from './process-list.ts';
import { toldOf } from './shell/orders.ts';
import { forge, smith, toolUsers } from './users.ts';

/** A process that was ended, as people are told of it. */
export interface EndedProcess {
	readonly pid: number;
	readonly command: string;
	readonly seconds: number;
}

export interface Ending {
	readonly ended: readonly EndedProcess[];
	/** Files of `/outputs` that they had open for writing. */
	readonly writing: readonly string[];
	/** Processes that were still there when the time was over. */
	readonly left: number;
}

/** Of calls that were called off: a sweep that comes when they are gone tells of them. Of the one sandbox that this guest serves. */
export const endedBefore = createUntilTold<EndedProcess>(({ pid }) => pid);

/** Finds the processes to end, given those found so far. */
export type FindProcesses = (known: ReadonlySet<number>) => readonly ProcessInfo[];

/** Everything that calls have started and left. */
export const everythingOfUsers: FindProcesses = () => listProcesses(usersIds);

const usersIds = new Set([smith, forge, ...toolUsers].map(({ uid }) => uid));

/** Freezing may take this long, ms; then what was found is killed all the same. */
const freezeLimit = 1000;

/** All of it may take this long, ms: the host waits 2.5 s for a sweep, then ends the sandbox. */
const endLimit = 2200;

/**
 * Ends processes that may ignore signals and fork while they are being ended: everything found is stopped (SIGSTOP cannot be
 * ignored), until a scan finds nothing new and everything stopped, then killed. Killing one by one loses that race.
 */
export async function endProcesses(find: FindProcesses): Promise<Ending> {
	const start = performance.now();
	const seen = new Map<number, EndedProcess>();
	const known = new Set<number>();
	const note = (found: readonly ProcessInfo[]) => {
		for (const one of found) {
			known.add(one.pid);
			if (!seen.has(one.pid)) seen.set(one.pid, { pid: one.pid, ...toldOf(one) });
		}
		return found;
	};

	while (freeze(note(find(known))) && performance.now() - start < freezeLimit) await delay(1);
	let left = note(find(known));
	const writing = left.flatMap(openOutputs);
	while (left.length > 0 && performance.now() - start < endLimit) {
		for (const { pid } of left) send(pid, 'SIGKILL');
		await delay(2);
		left = note(find(known));
	}
	return { ended: [...seen.values()], writing, left: left.length };
}

/** Stops what still runs; true if there was one, for then it may have forked since the scan. */
function freeze(found: readonly ProcessInfo[]): boolean {
	const running = found.filter(({ stopped }) => !stopped);
	for (const { pid } of running) send(pid, 'SIGSTOP');
	return running.length > 0;
}

/**
 * A process just started in the background is given this long, ms, to become what it is to be: `nohup`, a session of its own. `atMost`: while it still
 * waits for a processor, as it does where many want one.
 */
const settleTime = { usual: 100, atMost: 10_000 };

/** So long it may take until a process is gone that a hang-up ends, ms. */
const hangUpTime = 300;

/**
 * Ends what a command left in its process group: all are killed but those that ignore the hang-up
 * signal, which is what `nohup` makes them do. Where nobody can tell, they are sent it. Resolves with how many were ended.
 */
export async function hangUp(group: number): Promise<number> {
	const start = performance.now();
	let left = groupExists(group) ? leftIn(group) : [];
	while (left.length > 0 && performance.now() - start < timeFor(left)) {
		await delay(10);
		left = groupExists(group) ? leftIn(group) : [];
	}
	const isAsked = ({ onHangUp, stopped }: ProcessInfo) => onHangUp === 'unknown' && !stopped;
	const killed = left.filter((one) => !isAsked(one));
	for (const { pid } of killed) send(pid, 'SIGKILL');
	return killed.length + (await endedByHangUp(group, left.filter(isAsked)));
}

async function endedByHangUp(group: number, asked: readonly ProcessInfo[]): Promise<number> {
	const start = performance.now();
	for (const { pid } of asked) send(pid, 'SIGHUP');
	let here = asked.length;
	while (here > 0 && performance.now() - start < hangUpTime) {
		await delay(10);
		const living = new Set(leftIn(group).map(({ pid }) => pid));
		here = asked.filter(({ pid }) => living.has(pid)).length;
	}
	return asked.length - here;
}

function timeFor(left: readonly ProcessInfo[]): number {
	return left.some(({ isBeginning }) => isBeginning) ? settleTime.atMost : settleTime.usual;
}

function leftIn(group: number): ProcessInfo[] {
	return listProcesses(usersIds).filter((one) => one.group === group && one.onHangUp !== 'ignored');
}

function groupExists(group: number): boolean {
	try {
		return process.kill(-group, 0);
	} catch (error) {
		return codeOf(error) !== 'ESRCH';
	}
}

function send(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It ended by itself.
	}
}
