import { readFile, readlink } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type Docker from 'dockerode';
import { createFramedStream } from './framed-stream.ts';
import { hijack } from './hijack.ts';

/** A program that runs beside a container's main process. Disposing ends it and resolves when it is gone. */
export interface Exec extends AsyncDisposable {
	/** Writing goes to its standard input; reading gives its standard output. */
	readonly stream: Duplex;
}

/** As that, with its output still in frames. Whoever has it ends it. */
export interface Piped {
	readonly raw: Duplex;
	/** Kills it if it still runs. Never rejects. */
	kill(): Promise<void>;
}

export interface PipedOptions {
	readonly socketPath: string;
	/** The container's id. */
	readonly container: string;
	readonly command: readonly string[];
	/** Uid and gid inside. */
	readonly uid: number;
}

export interface ExecOptions extends PipedOptions {
	readonly onStderr: (bytes: Uint8Array) => void;
}

/** A program that ends with its standard input is gone within milliseconds; after this long, ms, it is killed. */
const goodbyeMs = 1_000;
/** Podman starts one in 200 ms, 1 s where the machine is busy; ms. */
const askMs = 10_000;

/**
 * Starts a program in a running container. It has the container's limits, seccomp profile and no capability. Rejects when Podman
 * refuses, and with the signal's reason.
 *
 * Never with a terminal, detached or privileged: the last would give it every capability of the host.
 */
export async function startPiped(options: PipedOptions, signal: AbortSignal): Promise<Piped> {
	const { socketPath, container, command, uid } = options;
	// 30 MB of memory that a bot without sandboxes does not need
	const { default: Dockerode } = await import('dockerode');
	const exec = await new Dockerode({ socketPath }).getContainer(container).exec({
		Cmd: [...command],
		User: `${uid}:${uid}`,
		WorkingDir: '/',
		AttachStdin: true,
		AttachStdout: true,
		AttachStderr: true,
		Tty: false,
		Privileged: false,
		abortSignal: signal,
	});
	const body = JSON.stringify({ Detach: false, Tty: false });
	const path = `/v1.41/exec/${exec.id}/start`;
	// Podman goes on starting when its client leaves: only what has started can be ended, so a call-off waits for that
	const within = AbortSignal.timeout(askMs);
	const raw = await hijack({ socketPath, path, body, what: 'start a program in the sandbox' }, within);
	const piped = { raw, kill: () => killExec(exec, container) };
	if (!signal.aborted) return piped;
	await execOf(piped, () => {})[Symbol.asyncDispose]();
	throw signal.reason;
}

/** As {@link startPiped}, with its streams apart. */
export async function startExec(options: ExecOptions, signal: AbortSignal): Promise<Exec> {
	return execOf(await startPiped(options, signal), options.onStderr);
}

/** Takes a program over. */
export function execOf({ raw, kill }: Piped, onStderr: ExecOptions['onStderr']): Exec {
	const stream = createFramedStream(raw, onStderr);
	const closed = new Promise<void>((resolve) => void raw.once('close', resolve));
	return {
		stream,
		async [Symbol.asyncDispose]() {
			stream.destroy();
			await Promise.race([closed, delay(goodbyeMs, undefined, { ref: false })]);
			await kill();
			raw.destroy();
			await closed;
		},
	};
}

/** Kills the program if it still runs. Where nobody can say, its container is gone, and it with that. */
async function killExec(exec: Docker.Exec, container: string): Promise<void> {
	const facts = await exec.inspect({ abortSignal: AbortSignal.timeout(askMs) }).catch(() => undefined);
	if (facts?.Running !== true) return;
	// Ids are used again: only what is in that container is ours
	if (!(await isInside(facts.Pid, container))) return;
	try {
		process.kill(facts.Pid, 'SIGKILL');
	} catch {
		// It ended by itself
	}
}

/** By its control group or, where a container has none of its own (without root), by a process namespace that is not ours. */
async function isInside(pid: number, container: string): Promise<boolean> {
	const groups = await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '');
	if (groups.includes(container)) return true;
	const [theirs, ours] = await Promise.all([pid, 'self'].map((one) => readlink(`/proc/${one}/ns/pid`).catch(() => '')));
	return process.getuid?.() !== 0 && theirs !== '' && theirs !== ours;
}
