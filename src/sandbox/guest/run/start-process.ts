import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { messageOf } from '../../../base/errors.ts';
import { asUser, environmentOf, type User } from './users.ts';

export interface ProcessSpec {
	readonly file: string;
	readonly args: readonly string[];
	readonly user: User;
	readonly env?: Readonly<Record<string, string>>;
	/** Standard input, which may come once it runs; without it the command reads /dev/null. */
	readonly input?: string | Promise<string>;
	/** Open files that it gets, from descriptor 3 on; at most 16. Whoever opened them closes them. */
	readonly files?: readonly number[];
	/** It comes after the guest by itself, before it runs anything of a session's: that this is done for it waits for all threads of the guest. */
	readonly standsBack?: true;
}

/**
 * The descriptor on which our own parts inside a command report, apart from what the command prints. High enough that no
 * script uses it (they count up from 3) and that it is not one of bash's own (it takes the lowest free one from 10).
 */
export const reportFd = 19;

/** `stdio[reportFd]` can be written to as well. */
export type Child = ChildProcessByStdio<Writable | null, Readable, Readable> & {
	readonly stdio: readonly (Readable | Writable | null | undefined)[];
};

export interface Started {
	readonly child: Child;
	readonly pid: number;
	/** In the environment of all that it starts. */
	readonly marker: string;
	readonly exited: Promise<readonly [number | null, NodeJS.Signals | null]>;
}

export interface Piped extends Started {
	readonly stdin: Writable;
}

/** Starts a process as a user, in a session and process group of its own. Never rejects. */
export function startProcess(spec: ProcessSpec): Promise<Started | { readonly reason: string }> {
	const { files = [], input } = spec;
	const toReport = Array.from({ length: reportFd - 3 }, (_, index) => files[index] ?? ('ignore' as const));
	return start(spec, [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...toReport, 'pipe']);
}

/** As `startProcess`, with a stdin that whoever starts it writes to, and nothing open but the three standard streams. Never rejects. */
export async function startPiped(
	spec: Pick<ProcessSpec, 'file' | 'args' | 'user' | 'env'>,
): Promise<Piped | { readonly reason: string }> {
	const started = await start(spec, ['pipe', 'pipe', 'pipe']);
	if ('reason' in started) return started;
	const { stdin } = started.child;
	return stdin === null ? { reason: 'no stdin' } : { ...started, stdin };
}

type Stdio = readonly (number | 'ignore' | 'pipe')[];

async function start(spec: ProcessSpec, stdio: Stdio): Promise<Started | { readonly reason: string }> {
	const marker = crypto.randomUUID();
	try {
		const child = spawnChild(spec, stdio, marker);
		const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
		if (child.pid !== undefined) {
			if (!spec.standsBack) standBack(spec.user, child.pid);
			return { child, pid: child.pid, marker, exited };
		}
		await exited;
		return { reason: 'no process' };
	} catch (error) {
		return { reason: messageOf(error) };
	}
}

function spawnChild(spec: ProcessSpec, stdio: Stdio, marker: string): Child {
	return spawn(spec.file, spec.args, {
		// Not the folder the command is to run in: the change of folder happens as root, which may not enter it.
		cwd: '/',
		env: { ...environmentOf(spec.user, marker), ...spec.env },
		uid: spec.user.uid,
		gid: spec.user.gid,
		detached: true,
		stdio: [...stdio],
	}) as Child;
}

/** All that a command starts comes after the guest when CPU is short: under a fork bomb it is the guest that must still answer. */
function standBack(user: User, pid: number): void {
	try {
		asUser(user, () => setPriority(pid, constants.priority.PRIORITY_LOW));
	} catch {
		// It has ended already.
	}
}
