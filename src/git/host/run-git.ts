import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { argumentsOf, environmentOf, plainEnvironment } from './blank-configuration.ts';
import { blankMirror } from './blank-mirror.ts';
import { findIsolation, type Isolation } from './isolation.ts';
import { type GitEnd, GitFailedError, type GitOrder, type RunGit, type StreamGit } from './order.ts';
import { type GitProcess, startGit } from './start-git.ts';

/** Runs git on what others wrote: without rights, without their configuration, and without network but where it is told to. */
export interface GitRunner {
	readonly run: RunGit;
	readonly stream: StreamGit;
	/** Found out once, at the first use. Rejects with `ProblemError` where no git will do. */
	isolation(): Promise<Isolation>;
}

const defaultMs = 120_000;
const defaultMost = 2 ** 20;
const mostWords = 65_536;

export function createGitRunner(): GitRunner {
	let found: Promise<Isolation> | undefined;
	const isolation = () => {
		// The missing program may be installed meanwhile.
		found ??= findIsolation().catch((error: unknown) => {
			found = undefined;
			throw error;
		});
		return found;
	};
	return {
		isolation,
		run: async (order, signal) => collect(await start(order, await isolation(), signal), order.most ?? defaultMost),
		stream: (order, signal) => pieces(order, isolation, signal),
	};
}

/** A git under way, its bounds and its words. */
interface Running extends AsyncDisposable {
	readonly process: GitProcess;
	/** Ends it. The first reason stays. */
	readonly stop: (kind: 'too-long' | 'too-much') => void;
	/** Rejects with the signal's reason. */
	readonly end: () => Promise<Exclude<GitEnd, { kind: 'ok' }> | { readonly kind: 'ok'; readonly stderr: string }>;
}

/**
 * Runs a program that is not git, such as ssh, as git is run where it has the network, with no environment but the plainest. Rejects as `RunGit`.
 * `most`: bytes of its standard output.
 */
export async function runOnline(
	words: readonly string[],
	{ isolation, ms, most }: OnlineOrder,
	signal: AbortSignal,
): Promise<GitEnd> {
	const { online } = await isolation();
	return collect(startBounded([...online, ...words], plainEnvironment, { ms }, signal), most);
}

export interface OnlineOrder extends Pick<GitRunner, 'isolation'> {
	readonly ms: number;
	readonly most: number;
}

async function start(order: GitOrder, isolation: Isolation, signal: AbortSignal): Promise<Running> {
	signal.throwIfAborted();
	await blankMirror(order.dir);
	const before = order.network ? isolation.online : isolation.offline;
	const bound = order.mostFile === undefined ? [] : ['prlimit', `--fsize=${order.mostFile}`, '--'];
	return startBounded([...before, ...bound, 'git', ...argumentsOf(order)], environmentOf(order), order, signal);
}

function startBounded(
	[command = '', ...rest]: readonly string[],
	env: Record<string, string>,
	order: Pick<GitOrder, 'input' | 'onWords' | 'ms'>,
	signal: AbortSignal,
): Running {
	signal.throwIfAborted();
	const running = startGit(command, rest, env);
	let stopped: 'too-long' | 'too-much' | undefined;
	const stop = (kind: 'too-long' | 'too-much') => {
		stopped ??= kind;
		void running.kill();
	};
	const onAbort = () => void running.kill();
	signal.addEventListener('abort', onAbort, { once: true });
	const timer = setTimeout(stop, order.ms ?? defaultMs, 'too-long');
	const words = lastWords(running, order.onWords);
	const failed = feed(running, order.input);
	return {
		process: running,
		stop,
		async end() {
			const code = await running.gone;
			await running.kill();
			signal.throwIfAborted();
			failed();
			if (stopped) return { kind: stopped };
			return code === 0 ? { kind: 'ok', stderr: words() } : { kind: 'failed', code, stderr: words() };
		},
		async [Symbol.asyncDispose]() {
			clearTimeout(timer);
			signal.removeEventListener('abort', onAbort);
			await running.kill();
		},
	};
}

async function collect(started: Running, most: number): Promise<GitEnd> {
	await using running = started;
	const chunks: Buffer[] = [];
	let size = 0;
	running.process.child.stdout?.on('data', (chunk: Buffer) => {
		size += chunk.byteLength;
		if (size > most) running.stop('too-much');
		else chunks.push(chunk);
	});
	const end = await running.end();
	return end.kind === 'ok' ? { ...end, stdout: Buffer.concat(chunks) } : end;
}

async function* pieces(
	order: GitOrder,
	isolation: () => Promise<Isolation>,
	signal: AbortSignal,
): AsyncIterable<Uint8Array> {
	await using running = await start(order, await isolation(), signal);
	const { stdout } = running.process.child;
	try {
		if (stdout) for await (const chunk of stdout) yield chunk as Buffer;
	} catch (error) {
		// A stream that was torn down as git was killed: how it ended says why.
		if (!stdout?.destroyed) throw error;
	}
	const end = await running.end();
	if (end.kind !== 'ok') throw new GitFailedError(order.args[0] ?? '', end);
}

function lastWords({ child }: GitProcess, onWords: ((text: string) => void) | undefined): () => string {
	let last = '';
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		last = (last + text).slice(-mostWords);
		onWords?.(text);
	});
	return () => last;
}

/**
 * A git that ends before it has read everything has its reasons, which its end tells. One whose input fails is ended, as half of it is not to be taken
 * for all: what is returned throws that failure.
 */
function feed({ child, kill }: GitProcess, input: GitOrder['input']): () => void {
	const { stdin } = child;
	stdin?.on('error', () => undefined);
	if (!stdin || input === undefined || input instanceof Uint8Array) {
		stdin?.end(input);
		return () => undefined;
	}
	let failure: { readonly error: unknown } | undefined;
	const source = Readable.from(input, { objectMode: false });
	source.on('error', (error) => {
		failure = { error };
		void kill();
	});
	finished(stdin, { readable: false })
		.catch(() => undefined)
		.finally(() => source.destroy());
	source.pipe(stdin);
	return () => {
		if (failure) throw failure.error;
	};
}
