import { Readable, type Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { unfinished } from '../files/open-outputs.ts';
import { stoppedBySweep } from '../tools/guest-tool.ts';
import { endedBefore, endProcesses, hangUp } from './end-processes.ts';
import { type CallTree, listTree } from './process-list.ts';
import { type ShellOrder, waitingShell } from './shell/waiting-shell.ts';
import { type Child, type ProcessSpec, reportFd, type Started, startProcess } from './start-process.ts';
import { smith } from './users.ts';

export interface CommandSpec extends ProcessSpec {
	/** Seconds; then all that it started is killed. */
	readonly timeout: number;
	/** Bytes of output after which it is killed; default 64 MiB. */
	readonly outputLimit?: number;
	/** Called once it runs. */
	readonly onStarted?: (tree: CallTree) => void;
	/** The command, where it is one that a bash which waits may run as well. */
	readonly order?: ShellOrder;
	readonly onStdout: (chunk: Buffer) => void;
	readonly onStderr: (chunk: Buffer) => void;
}

/** Why a command was not left to end by itself. `cancelled` is never answered to the host. */
export type Interruption = 'timed-out' | 'flooded' | 'stopped' | 'cancelled';

export type CommandEnd =
	| { readonly type: 'exited'; readonly code: number }
	| { readonly type: 'killed'; readonly signal: string }
	| { readonly type: 'interrupted'; readonly by: Interruption; readonly left: number }
	| { readonly type: 'not-started'; readonly reason: string };

export interface CommandResult {
	readonly end: CommandEnd;
	/** Its output on `reportFd`, at most 64 KiB. */
	readonly report: string;
	/** How many processes of its group were still running when it ended, and were killed. */
	readonly leftBehind: number;
}

/** Bytes of output a call may make before it is killed. */
export const outputLimit = 64 * 1024 * 1024;

const reportLimit = 64 * 1024;

/** After its end, output that is still in the pipes is waited for this long, ms: at most, and since the last of it. */
const drain = { atMost: 500, quiet: 30 };

/** Bytes that a process which outlives its call may still write before its pipe is closed. */
const afterwards = 1024 * 1024;

/**
 * Runs one command as a user in its own session and process group and resolves when it has ended, whoever still holds its
 * pipes. When the signal aborts, the time is over or the output too much, everything it started is ended first.
 * Never rejects.
 */
export async function runCommand(spec: CommandSpec, signal: AbortSignal): Promise<CommandResult> {
	if (signal.aborted)
		return { end: { type: 'interrupted', by: abortedBy(signal), left: 0 }, report: '', leftBehind: 0 };
	const started = await begin(spec);
	if ('reason' in started) return { end: { type: 'not-started', reason: started.reason }, report: '', leftBehind: 0 };
	const { child, pid, marker, exited } = started;
	spec.onStarted?.({ leader: pid, marker, user: spec.user });
	const ending = watch(spec, { child, pid, marker }, signal);
	const report = collectReport(pipes(child.stdio[reportFd]));
	feed(child.stdin, spec.input);

	const [code, killedBy] = await Promise.race([exited, ending.gaveUp]);
	const interrupted = await ending.finish();
	const leftBehind = interrupted === undefined ? await hangUp(pid) : 0;
	await drained([child.stdout, child.stderr, ...pipes(child.stdio[reportFd])]);
	ending.letGo();
	const end: CommandEnd =
		killedBy === null ? { type: 'exited', code: code ?? 0 } : { type: 'killed', signal: killedBy };
	return { end: interrupted ?? end, report: report(), leftBehind };
}

/** Nothing else of smith's is started while a shell of it waits. */
async function begin(spec: CommandSpec): Promise<Started | { readonly reason: string }> {
	const waiting = spec.user === smith ? await waitingShell.take(spec.order) : undefined;
	return waiting ?? startProcess(spec);
}

interface Watched {
	readonly child: Child;
	readonly pid: number;
	readonly marker: string;
}

/** Counts output and time and ends the command when there is too much of either, or when the signal says so. */
function watch(spec: CommandSpec, { child, pid, marker }: Watched, signal: AbortSignal) {
	const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<readonly [null, null]>();
	let ending: Promise<CommandEnd> | undefined;
	const interrupt = (by: Interruption) => {
		ending ??= endTree({ leader: pid, marker, user: spec.user }, by).then((end) => {
			if (end.left > 0) giveUp([null, null]);
			return end;
		});
	};
	const onAbort = () => interrupt(abortedBy(signal));
	const timer = setTimeout(() => interrupt('timed-out'), spec.timeout * 1000);
	signal.addEventListener('abort', onAbort, { once: true });

	let bytes = 0;
	let over = false;
	const limit = spec.outputLimit ?? outputLimit;
	const counted = (pipe: Readable, take: (chunk: Buffer) => void) => {
		pipe.on('data', (chunk: Buffer) => {
			bytes += chunk.length;
			if (over) {
				if (bytes > afterwards) pipe.destroy();
			} else if (bytes > limit) interrupt('flooded');
			else take(chunk);
		});
		pipe.on('error', () => pipe.destroy());
	};
	counted(child.stdout, spec.onStdout);
	counted(child.stderr, spec.onStderr);

	return {
		/** Resolves when what was to be ended could not be. */
		gaveUp,
		/** The command has exited: nothing interrupts it any more. */
		async finish(): Promise<CommandEnd | undefined> {
			clearTimeout(timer);
			signal.removeEventListener('abort', onAbort);
			return ending;
		},
		/** The call is over: what still comes is not its output. */
		letGo(): void {
			over = true;
			bytes = 0;
		},
	};
}

type Interrupted = Extract<CommandEnd, { type: 'interrupted' }>;

function abortedBy(signal: AbortSignal): Interruption {
	return signal.reason === stoppedBySweep ? 'stopped' : 'cancelled';
}

async function endTree(tree: CallTree, by: Interruption): Promise<Interrupted> {
	// A sweep ends everything itself, and says what it ended.
	if (by === 'stopped') return { type: 'interrupted', by, left: 0 };
	const ending = endProcesses((known) => listTree(tree, known));
	// A call that was called off is followed by a sweep, which tells of it; one that ran out of time says so itself.
	if (by === 'cancelled') {
		unfinished.add(ending.then(({ writing }) => writing));
		endedBefore.add(ending.then(({ ended }) => ended));
	}
	const { left } = await ending;
	return { type: 'interrupted', by, left };
}

function feed(stdin: Writable | null, input: CommandSpec['input']): void {
	if (stdin === null || input === undefined) return;
	// A command that does not read its input closes the pipe: not our failure.
	stdin.on('error', () => {});
	void Promise.resolve(input).then((text) => stdin.end(text));
}

function pipes(one: Readable | Writable | null | undefined): Readable[] {
	return one instanceof Readable ? [one] : [];
}

function collectReport([pipe]: readonly Readable[]): () => string {
	const chunks: Buffer[] = [];
	let bytes = 0;
	pipe?.on('error', () => pipe.destroy());
	pipe?.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
		if (bytes <= reportLimit) chunks.push(chunk);
	});
	return () => Buffer.concat(chunks).toString('utf8');
}

/** Resolves when all pipes have ended, or when a process that outlives the call holds them and nothing more comes. */
async function drained(all: readonly Readable[]): Promise<void> {
	const open = all.filter(({ closed }) => !closed);
	if (open.length === 0) return;
	const closed = Promise.all(open.map((pipe) => new Promise((resolve) => pipe.once('close', resolve))));
	let last = performance.now();
	const end = last + drain.atMost;
	for (const pipe of open) {
		pipe.on('data', () => {
			last = performance.now();
		});
	}
	const quiet = async () => {
		while (performance.now() < end && performance.now() - last < drain.quiet) await delay(5);
	};
	await Promise.race([closed, quiet()]);
}
