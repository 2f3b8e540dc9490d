import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemPath } from '../../src/sandbox/podman/service/run-program.ts';

/** `./threadsmith` as a process of its own that can be killed and started again. Disposing asks it to leave, and removes nothing. */
export interface RestartableBot extends AsyncDisposable {
	/** Resolves with the id of the process that was started when it listens (`botProcesses`). Rejects when it has ended before. */
	start(): Promise<number>;
	/** By SIGKILL, or by that of another process of it which it goes with; resolves when it is gone. */
	kill(pid?: number): Promise<void>;
	/** Throws when it has ended by itself. */
	check(): void;
}

const launcher = join(import.meta.dirname, '..', '..', 'threadsmith');
/** A start takes a second or two; on a machine that does other things too, more. */
const startMs = 60_000;
const leaveMs = 30_000;

/** `home` is its working folder too. */
export function createRestartableBot(home: string, settings: Readonly<Record<string, string>>): RestartableBot {
	const env = { PATH: systemPath, HOME: home, LANG: 'C.UTF-8', ...settings };
	let child: ChildProcess | undefined;
	return {
		async start() {
			child = spawn(launcher, [], { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] });
			await listens(child);
			return child.pid ?? -1;
		},
		async kill(pid) {
			if (child) await end(child, 'SIGKILL', pid);
			child = undefined;
		},
		check() {
			if (child && hasEnded(child)) throw new Error(`The bot has ended by itself: ${endOf(child)}`);
		},
		async [Symbol.asyncDispose]() {
			if (!child || hasEnded(child)) return;
			const leaving = child;
			const timer = setTimeout(() => leaving.kill('SIGKILL'), leaveMs);
			await end(leaving, 'SIGTERM');
			clearTimeout(timer);
		},
	};
}

async function listens(child: ChildProcess): Promise<void> {
	const over = new AbortController();
	const within = AbortSignal.any([over.signal, AbortSignal.timeout(startMs)]);
	const ended = once(child, 'exit', { signal: within }).then(() => {
		throw new Error(`The bot ended before it listened: ${endOf(child)}`);
	});
	let text = '';
	child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
		text += chunk;
	});
	try {
		while (!text.includes('Listening.')) {
			await Promise.race([once(child.stdout ?? child, 'data', { signal: within }), ended]);
		}
	} finally {
		ended.catch(() => undefined);
		over.abort();
	}
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM', pid = child.pid ?? -1): Promise<void> {
	if (hasEnded(child)) return;
	const exited = once(child, 'exit');
	process.kill(pid, signal);
	await exited;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}

function endOf({ exitCode, signalCode }: ChildProcess): string {
	return signalCode ?? `code ${exitCode}`;
}
