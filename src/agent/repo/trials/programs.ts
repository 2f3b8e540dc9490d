import type { Duplex } from 'node:stream';
import { z } from 'zod';
import type { ProcessOrder } from '../../../sandbox/opened-process.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';

const folder = '/opt/threadsmith';
export const workspace = '/workspace';

/** Below HOME, what installers have fetched and need again without a network; the rest of HOME goes with its lab. */
const caches = ['go/pkg/mod', '.cargo/config.toml', '.cargo/registry', '.cargo/git'];

/** The programs of ours that are in every sandbox, each with its order. Pure. */
export const programs = {
	/** Makes a work tree of the bundle on stdin, in a folder of that name. */
	openRepository: (name: string) => command('open_repo.py', { root: workspace, folder: name, name: 'base' }),
	readySetUp: (at: string, given: ReadyOrder) => command('ready_set_up.py', { folder: at, ...given }),
	/** Sends the layer on stdout. */
	sendLayer: (at: string) => command('send_layer.py', { folder: at, home: caches }),
	/** Takes a layer from stdin; `loose`: with what .gitignore does not exclude. */
	takeLayer: (at: string, loose: boolean) => command('take_layer.py', { folder: at, loose }),
} as const;

interface ReadyOrder {
	readonly files: readonly { readonly path: string; readonly content: string }[];
	/** The addresses of the doors to PyPI and npm; empty where they are closed. */
	readonly index: string;
	readonly registry: string;
}

function command(name: string, order: unknown): ProcessOrder {
	return { argv: ['python3', `${folder}/${name}`, JSON.stringify(order)], cwd: workspace, env: {} };
}

/** A program prints one short line, bytes. */
const mostPrinted = 10_000;

const problemSchema = z.object({ problem: z.string().optional() });

/**
 * Runs one of these with what comes on its stdin; the sentence's end why it could not be done, where it could not. Rejects as `Sandbox.open` does, and
 * with what the input throws.
 */
export async function runProgram(
	sandbox: Sandbox,
	order: ProcessOrder,
	input: AsyncIterable<Uint8Array> | undefined,
	signal: AbortSignal,
): Promise<string | undefined> {
	await using running = await sandbox.open(order, signal);
	const stop = () => void running[Symbol.asyncDispose]();
	signal.addEventListener('abort', stop);
	try {
		const [feeding, printed] = await Promise.allSettled([feed(running.stream, input), readShort(running.stream)]);
		const end = await running.ended;
		signal.throwIfAborted();
		if (feeding.status === 'rejected' && feeding.reason instanceof InputError) throw feeding.reason.cause;
		if (end.kind === 'lost') return `its sandbox ended: ${end.why}`;
		return problemIn(printed.status === 'fulfilled' ? printed.value : '', running.lastWords());
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

/** The input broke, and not whoever takes it. */
class InputError extends Error {
	override readonly name = 'InputError';
}

/** Whoever has ended takes nothing more, and tells nobody of it again. */
async function feed(stream: Duplex, input: AsyncIterable<Uint8Array> | undefined): Promise<void> {
	try {
		for await (const chunk of fedBy(input)) {
			if (!stream.writable) return;
			if (!stream.write(chunk)) await drained(stream);
		}
	} finally {
		stream.end();
	}
}

async function* fedBy(input: AsyncIterable<Uint8Array> = none()): AsyncGenerator<Uint8Array> {
	try {
		yield* input;
	} catch (error) {
		throw new InputError('the input broke', { cause: error });
	}
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** Resolves when more can be written, or nobody reads any more. */
function drained(stream: Duplex): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const gone = () => reject(new Error('nobody reads it any more'));
	stream.once('drain', resolve);
	stream.once('close', gone);
	return promise.finally(() => {
		stream.removeListener('drain', resolve);
		stream.removeListener('close', gone);
	});
}

async function readShort(stream: AsyncIterable<Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.length;
		if (bytes <= mostPrinted) chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function problemIn(printed: string, words: string): string | undefined {
	try {
		const read = problemSchema.safeParse(JSON.parse(printed));
		if (read.success) return read.data.problem;
	} catch {
		// It ended before it had its say
	}
	return words.trim().split('\n').at(-1)?.slice(0, 300) || 'its program ended early';
}
