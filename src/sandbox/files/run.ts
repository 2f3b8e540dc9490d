import { spawn } from 'node:child_process';

/** How a program ended. */
export interface RunResult {
	/** Its exit code; -1 when a signal ended it. */
	readonly code: number;
	/** At most the first 64 KiB each, as UTF-8. */
	readonly stdout: string;
	readonly stderr: string;
}

/**
 * Runs a program of the system with exactly these arguments, no shell between. It has `files`, open ones of this process, as its descriptors
 * from 3 on: under `/proc/self/fd/` they are what was opened, whatever has become of their names.
 */
export type Run = (
	command: string,
	args: readonly string[],
	signal: AbortSignal,
	files?: readonly number[],
) => Promise<RunResult>;

/** The first of the files that a program is handed, for it. */
export const handedFile = '/proc/self/fd/3';

const maxOutput = 64 * 1024;

/**
 * Fixed, so that no setting of a person's shell decides what runs as root; messages in English, because some are read.
 */
const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/**
 * Runs a program to its end. Aborting ends it and rejects with the signal's reason once it is gone. Rejects with the
 * system's error (code `ENOENT`) when there is no such program; every exit code is a result.
 */
export const runProgram: Run = async (command, args, signal, files = []) => {
	signal.throwIfAborted();
	const child = spawn(command, args, { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe', ...files] });
	const stdout = firstOf(child.stdout);
	const stderr = firstOf(child.stderr);
	const { promise, resolve, reject } = Promise.withResolvers<RunResult>();
	const onAbort = () => child.kill('SIGKILL');
	signal.addEventListener('abort', onAbort, { once: true });
	child.on('error', reject);
	child.on('close', (code) => {
		if (signal.aborted) reject(signal.reason);
		else resolve({ code: code ?? -1, stdout: stdout(), stderr: stderr() });
	});
	return promise.finally(() => signal.removeEventListener('abort', onAbort));
};

/** Reads a stream to its end and keeps its beginning. A program that could not be started for want of descriptors has none. */
function firstOf(stream: NodeJS.ReadableStream | null | undefined): () => string {
	const chunks: Buffer[] = [];
	let size = 0;
	stream?.on('data', (chunk: Buffer) => {
		if (size < maxOutput) chunks.push(chunk);
		size += chunk.byteLength;
	});
	return () => Buffer.concat(chunks).subarray(0, maxOutput).toString();
}
