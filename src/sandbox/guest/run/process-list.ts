import { readdirSync, readFileSync } from 'node:fs';
import { sanitiseLine } from '../sanitise.ts';
import { asUser, callMarker, type User } from './users.ts';

/** A process as /proc shows it. Processes that have ended but were not yet reaped are never listed. */
export interface ProcessInfo {
	readonly pid: number;
	readonly parent: number;
	readonly group: number;
	readonly session: number;
	readonly uid: number;
	/** Stopped by a signal: it cannot fork any more. */
	readonly stopped: boolean;
	/** Whether a hang-up is ignored, as `nohup` has it, or does as it does; gVisor does not tell. */
	readonly onHangUp: 'ignored' | 'heard' | 'unknown';
	/** When it started, in clock ticks since boot. */
	readonly startedAt: number;
	/** It runs, or waits for a processor or a disk, and has hardly had a processor yet: what it is to be nobody can tell. */
	readonly isBeginning: boolean;
}

/** Of processor time, in clock ticks: within it bash has become the program that it was to start many times over. */
const begunTicks = 10;

/** All living processes of these users, by a scan of /proc: processes cannot hide from it, whatever they are named. */
export function listProcesses(uids: ReadonlySet<number>): ProcessInfo[] {
	return readdirSync('/proc')
		.filter((name) => /^[0-9]+$/.test(name))
		.map((name) => readProcess(Number(name), uids))
		.filter((found) => found !== undefined);
}

function readProcess(pid: number, uids: ReadonlySet<number>): ProcessInfo | undefined {
	const status = readText(`/proc/${pid}/status`);
	const uid = Number(/^Uid:\t([0-9]+)/m.exec(status)?.[1] ?? -1);
	if (!uids.has(uid)) return undefined;
	const stat = readText(`/proc/${pid}/stat`);
	// The second field is the command's name in brackets, and may hold spaces and brackets itself.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [, parent, group, session] = fields;
	const state = stateOf(pid, fields);
	if (state === 'Z' || state === 'X') return undefined;
	return {
		pid,
		parent: Number(parent),
		group: Number(group),
		session: Number(session),
		uid,
		stopped: state === 'T' || state === 't',
		onHangUp: onHangUpBy(status),
		startedAt: Number(fields[19] ?? 0),
		isBeginning: 'RD'.includes(state) && Number(fields[11]) + Number(fields[12]) < begunTicks,
	};
}

/** By the mask of ignored signals, whose lowest bit is SIGHUP's (proc_pid_status(5)). */
function onHangUpBy(status: string): ProcessInfo['onHangUp'] {
	const digit = /^SigIgn:\t[0-9a-f]*([0-9a-f])$/m.exec(status)?.[1];
	if (digit === undefined) return 'unknown';
	return (Number.parseInt(digit, 16) & 1) === 1 ? 'ignored' : 'heard';
}

/** A process lives on in its other threads when the first has ended, and looks dead by that one. */
function stateOf(pid: number, [first = 'X', ...more]: readonly string[]): string {
	const threads = Number(more[16] ?? 0);
	if (first !== 'Z' || threads < 2) return first;
	const states = threadsOf(pid).map((thread) => /^.*\) (.)/s.exec(readText(`${thread}/stat`))?.[1] ?? 'X');
	const living = states.filter((state) => !'ZX'.includes(state));
	return living.find((state) => !'Tt'.includes(state)) ?? living[0] ?? first;
}

function threadsOf(pid: number): string[] {
	try {
		return readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`);
	} catch {
		return [];
	}
}

/** A process's command line, safe to show, at most 200 characters. */
export function commandOf(pid: number): string {
	const line = readText(`/proc/${pid}/cmdline`).slice(0, 1000).replace(/\0+$/, '').replaceAll('\0', ' ');
	return sanitiseLine(line === '' ? readText(`/proc/${pid}/comm`).trim() : line).slice(0, 200);
}

/** How long a process has been running, in whole seconds. Linux counts 100 ticks a second for programs (USER_HZ). */
export function secondsOf(process: ProcessInfo): number {
	const uptime = Number(readText('/proc/uptime').split(' ')[0] ?? 0);
	return Math.max(0, Math.round(uptime - process.startedAt / 100));
}

/** Tells a process of a call by one of these. */
export interface CallTree {
	/** Its first process: the leader of its own process group and session. */
	readonly leader: number;
	/** The value of the marker in its environment. */
	readonly marker: string;
	readonly user: User;
}

/**
 * The living processes of one call: its group, its session, their descendants, and those that left all three but still carry
 * the marker. `known` are processes already found, whose children count even if they were orphaned since.
 */
export function listTree(tree: CallTree, known: ReadonlySet<number>): ProcessInfo[] {
	const all = listProcesses(new Set([tree.user.uid]));
	const marked = asUser(
		tree.user,
		() => new Set(all.filter(({ pid }) => hasMarker(pid, tree.marker)).map(({ pid }) => pid)),
	);
	const members = new Set([...known, ...marked, tree.leader]);
	const belongs = (one: ProcessInfo) =>
		members.has(one.pid) || members.has(one.parent) || one.group === tree.leader || one.session === tree.leader;
	for (let size = -1; size !== members.size; ) {
		size = members.size;
		for (const one of all) if (belongs(one)) members.add(one.pid);
	}
	return all.filter(({ pid }) => members.has(pid));
}

function hasMarker(pid: number, marker: string): boolean {
	const ofFirst = readText(`/proc/${pid}/environ`);
	const environments = ofFirst === '' ? threadsOf(pid).map((thread) => readText(`${thread}/environ`)) : [ofFirst];
	return environments.some((environment) => `\0${environment}`.includes(`\0${callMarker}=${marker}\0`));
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		// It ended between the listing and this look.
		return '';
	}
}
