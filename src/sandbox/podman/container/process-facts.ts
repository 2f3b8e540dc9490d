import { readFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';

/** One process, as the host's `/proc` describes it. */
export interface ProcessFacts {
	readonly pid: number;
	/** Its id as seen inside the innermost namespace. */
	readonly innerPid: number;
	/** Real user id, the host's. */
	readonly uid: number;
	/** Nothing of it runs any more, and nobody has asked yet how it ended. */
	readonly isDead: boolean;
	readonly privileges: Privileges;
}

export interface Privileges {
	readonly effective: bigint;
	readonly bounding: bigint;
	readonly noNewPrivileges: boolean;
	/** 0 none, 1 strict, 2 filter. */
	readonly seccomp: number;
}

/** The facts of `pid`, or undefined when it is gone. */
export async function readProcess(pid: number): Promise<ProcessFacts | undefined> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
	return status === undefined ? undefined : parseStatus(pid, status);
}

/** Parses the text of `/proc/<pid>/status` (proc(5)). Missing fields count as the least safe value. */
export function parseStatus(pid: number, status: string): ProcessFacts {
	const field = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
	return {
		pid,
		innerPid: Number(field('NSpid').split(/\s+/).pop()),
		uid: Number(field('Uid').split(/\s+/)[0]),
		// A process lives on in its other threads when the first has ended, and looks dead by that one
		isDead: /^[ZX]/.test(field('State')) && Number(field('Threads')) < 2,
		privileges: {
			effective: hex(field('CapEff')),
			bounding: hex(field('CapBnd')),
			noNewPrivileges: field('NoNewPrivs') === '1',
			seccomp: Number(field('Seccomp') || 0),
		},
	};
}

function hex(text: string): bigint {
	return /^[0-9a-f]+$/.test(text) ? BigInt(`0x${text}`) : -1n;
}

/** When `pid` started, in clock ticks since boot: with the pid it names a process for good. Undefined when it is gone. */
export async function startTicks(pid: number): Promise<number | undefined> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
	return stat === undefined ? undefined : ticksOf(stat);
}

/** This process's start, in clock ticks since the machine's. */
export function ownStartTicks(): number {
	return ticksOf(readFileSync('/proc/self/stat', 'utf8'));
}

/** Field 22 (proc(5)), counted from the last bracket, which ends field 2: the command may hold spaces and brackets itself. */
function ticksOf(stat: string): number {
	return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
}

/** The beginning of the command line of `pid`, unsafe to print as it is; its name in brackets where it has none. */
export async function readCommand(pid: number): Promise<string> {
	const line = await readStart(`/proc/${pid}/cmdline`).catch(() => '');
	const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '?');
	return line.replaceAll('\0', ' ').trim() || `[${name.trim()}]`;
}

/** Whoever runs inside may make a command line of megabytes; in bytes. */
const commandBytes = 4096;

async function readStart(path: string): Promise<string> {
	await using file = await open(path);
	const { buffer, bytesRead } = await file.read(Buffer.alloc(commandBytes), 0, commandBytes, 0);
	return buffer.toString('utf8', 0, bytesRead);
}
