import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { commandPackages } from '../../packages/command-packages.ts';
import { listProcesses } from '../process-list.ts';
import { reportFd, type Started, startProcess } from '../start-process.ts';
import { smith } from '../users.ts';
import { noteOrder, waiting } from './orders.ts';
import { prologue } from './prologue.ts';

/** A command for bash, and the folder that it is to run in. */
export interface ShellOrder {
	readonly folder: string;
	readonly command: string;
}

/**
 * A bash of smith's that has started already and waits for its one command: to start it takes longer than most commands do. It waits only where
 * nothing else of smith's runs, so no code of the session has ever been able to reach it.
 */
export interface WaitingShell {
	/** The one that waits, or a new one, with its order given; undefined where that is none for it. None waits afterwards. */
	take(order: ShellOrder | undefined): Promise<Started | undefined>;
	/** Has one wait soon. */
	prepare(): void;
	/** Resolves when none waits, nor will, with the id of one that was sent its end and has had no processor to die. */
	end(): Promise<number | undefined>;
}

/** bash reads it byte by byte: longer ones, in bytes, are quicker as an argument. */
const longestOrder = 16 * 1024;

/** In ms: the answer of the call before is on its way by then. */
const pause = 2;

/** In ms, that the end of one is waited for. */
const endLimit = 200;

function createWaitingShell(): WaitingShell {
	let current: Started | undefined;
	let timer: NodeJS.Timeout | undefined;
	/** How often none was to wait any more: one that was still being made then is of no use. */
	let ended = 0;

	const make = async () => {
		if (current !== undefined || listProcesses(new Set([smith.uid])).length > 0) return;
		const before = ended;
		const started = await startWaiting();
		if (started === undefined) return;
		if (ended !== before) return kill(started);
		current = started;
		const gone = () => {
			if (current === started) current = undefined;
		};
		started.exited.then(gone, gone);
	};

	const leave = (): Started | undefined => {
		const left = current;
		clearTimeout(timer);
		ended += 1;
		current = undefined;
		return left;
	};

	return {
		async take(order) {
			const shell = leave();
			const isFit = order !== undefined && lengthOf(order) <= longestOrder;
			if (shell !== undefined && !(isFit && isAlive(shell))) kill(shell);
			if (!isFit) return undefined;
			const taken = shell !== undefined && isAlive(shell) ? shell : await startWaiting();
			if (taken !== undefined) give(taken, order);
			return taken;
		},
		prepare() {
			clearTimeout(timer);
			timer = setTimeout(() => void make(), pause);
		},
		async end() {
			const shell = leave();
			if (shell === undefined) return undefined;
			kill(shell);
			await Promise.race([shell.exited.catch(() => {}), delay(endLimit)]);
			return isAlive(shell) ? shell.pid : undefined;
		},
	};
}

/** Of the one sandbox that this guest serves. */
export const waitingShell = createWaitingShell();

async function startWaiting(): Promise<Started | undefined> {
	const env = { ...commandPackages, BASH_ENV: prologue.path, THREADSMITH_FOLDER: '/' };
	const started = await startProcess({ file: 'bash', args: ['-c', waiting], user: smith, env });
	if ('reason' in started) return undefined;
	// It may be gone when its order comes
	started.child.stdio[reportFd]?.on('error', () => {});
	return started;
}

function isAlive({ child: { exitCode, signalCode } }: Started): boolean {
	return exitCode === null && signalCode === null;
}

function lengthOf({ folder, command }: ShellOrder): number {
	return Buffer.byteLength(folder) + Buffer.byteLength(command);
}

function give({ child, pid }: Started, { folder, command }: ShellOrder): void {
	const pipe = child.stdio[reportFd];
	if (pipe instanceof Duplex) pipe.write(`${folder}\0${command}\0`);
	noteOrder(pid, command);
}

function kill({ child }: Started): void {
	child.kill('SIGKILL');
}
