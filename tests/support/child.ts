import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitFor } from './wait-for.ts';

/** A child process of a test. Disposing kills it with SIGKILL, if it lives, and waits for its end. */
export interface Child extends AsyncDisposable {
	readonly pid: number;
	/** Whole lines of its standard output so far. */
	lines(): readonly string[];
	/** Waits until it has printed this line; rejects with its standard error when it ended before. */
	printed(line: string): Promise<void>;
	/** Kills it with SIGKILL and waits for its end. */
	kill(): Promise<void>;
}

/** Starts a TypeScript file with this Node. */
export function startChild(file: string, args: readonly string[]): Child {
	const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
	const ended = once(child, 'close');
	const output = collect(child.stdout);
	const errors = collect(child.stderr);
	const lines = (): readonly string[] => output().split('\n').slice(0, -1);
	const kill = async (): Promise<void> => {
		child.kill('SIGKILL');
		await ended;
	};
	return {
		pid: child.pid ?? -1,
		lines,
		async printed(line) {
			await waitFor(() => {
				if (lines().includes(line)) return true;
				if (hasEnded(child)) throw new Error(`The child ended without "${line}": ${errors()}`);
				return false;
			}, `"${line}" from "${file}"`);
		},
		kill,
		[Symbol.asyncDispose]: kill,
	};
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

function collect(stream: NodeJS.ReadableStream): () => string {
	const chunks: string[] = [];
	stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
	return () => chunks.join('');
}
