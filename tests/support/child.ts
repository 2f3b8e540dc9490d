import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { waitFor } from './wait-for.ts';

/** A child process of a test. Disposing kills it with SIGKILL, if it lives, and waits for its end. */
export interface Child extends AsyncDisposable {
	readonly pid: number;
	/** The other end of its descriptor 3, where it has one. */
	readonly line: Duplex | undefined;
	/** Whole lines of its standard output so far. */
	lines(): readonly string[];
	/** Waits until it has printed this line; rejects with its standard error when it ended before. */
	printed(line: string): Promise<void>;
	/** Kills it with SIGKILL and waits for its end. */
	kill(): Promise<void>;
}

/** Starts a TypeScript file with this Node; `line`: with a line as its descriptor 3. */
export function startChild(file: string, args: readonly string[], line?: 'line'): Child {
	const pipes = ['pipe', 'pipe', ...(line ? ['pipe' as const] : [])] as const;
	const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', ...pipes] });
	const [, , , third] = child.stdio;
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
		line: third instanceof Duplex ? third : undefined,
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

function collect(stream: NodeJS.ReadableStream | null): () => string {
	const chunks: string[] = [];
	stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
	return () => chunks.join('');
}
