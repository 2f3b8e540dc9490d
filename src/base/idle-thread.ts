import { once } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { z } from 'zod';
import { messageOf } from './errors.ts';
import { raceAbort } from './race-abort.ts';

export interface IdleThreadOptions<Answer> {
	/** The module that it runs: it says `ready` once it has loaded, then one thing to each message. It sees nothing of our environment. */
	readonly program: URL;
	/** Of the thread, for whoever looks at the process. */
	readonly name: string;
	/** As its errors begin: `The linter`. */
	readonly title: string;
	/** The shape of its answers. */
	readonly answer: z.ZodType<Answer>;
	/** Limits of its memory; where they are met, the thread ends, and nothing else. */
	readonly resourceLimits?: ResourceLimits;
	/** How long it stays after the last answer, ms. */
	readonly idleMs: number;
	/** How long one answer may take it, ms. */
	readonly limitMs: number;
	/** Told why a thread was ended before its time. */
	readonly onBroken?: (error: unknown) => void;
}

/** A thread that starts with the first question and ends when idle. It keeps the process alive only while something is asked of it. */
export interface IdleThread<Answer> extends AsyncDisposable {
	/**
	 * Questions are answered one after another. One that breaks the thread, or hangs, is rejected, and the next has a new thread. Rejects
	 * with the signal's reason; what the thread has begun comes to its end all the same, so it stays in step, and warm.
	 */
	ask(message: unknown, signal: AbortSignal): Promise<Answer>;
}

/** Loading takes 0.5 s on an idle core, and 3 s on one that thirty share. */
const readyMs = 20_000;

export function createIdleThread<Answer>(options: IdleThreadOptions<Answer>): IdleThread<Answer> {
	const { answer, idleMs, onBroken } = options;
	const queue = new PQueue({ concurrency: 1 });
	const disposed = new AbortController();
	let thread: Thread | undefined;
	let idle: NodeJS.Timeout | undefined;

	async function end(): Promise<void> {
		clearTimeout(idle);
		const ending = thread;
		thread = undefined;
		await ending?.[Symbol.asyncDispose]();
	}

	async function askNow(message: unknown): Promise<Answer> {
		clearTimeout(idle);
		thread ??= startThread(options);
		try {
			return answer.parse(await thread.ask(message));
		} catch (error) {
			if (!disposed.signal.aborted) onBroken?.(error);
			await end();
			throw error;
		} finally {
			idle = setTimeout(end, idleMs).unref();
		}
	}

	return {
		async ask(message, signal) {
			const either = AbortSignal.any([signal, disposed.signal]);
			either.throwIfAborted();
			const work = queue.add(() => {
				// Nobody waits for it any more.
				either.throwIfAborted();
				return askNow(message);
			});
			return await raceAbort(work, either);
		},
		async [Symbol.asyncDispose]() {
			disposed.abort(new Error(`${options.title} has been ended`));
			await end();
		},
	};
}

/** Disposing ends it at once, with all that it holds. */
interface Thread extends AsyncDisposable {
	/** One at a time. Rejects when the thread dies or is late; it is of no use any more then. */
	ask(message: unknown): Promise<unknown>;
}

function startThread(options: Omit<IdleThreadOptions<never>, 'answer'>): Thread {
	const { program, name, title, resourceLimits = {}, limitMs } = options;
	const worker = new Worker(program, { name, env: {}, execArgv: [], resourceLimits });
	const ended = new AbortController();
	worker.on('error', (cause) => ended.abort(new Error(`${title} failed: ${messageOf(cause)}`, { cause })));
	worker.on('exit', () => ended.abort(new Error(`${title} has ended`)));
	const said = async (ms: number): Promise<unknown> => {
		const late = AbortSignal.timeout(ms);
		try {
			const [message] = await once(worker, 'message', { signal: AbortSignal.any([ended.signal, late]) });
			return message;
		} catch (cause) {
			if (late.aborted) throw new Error(`${title} gave no answer within ${ms / 1000} s`, { cause });
			throw ended.signal.aborted ? ended.signal.reason : cause;
		}
	};
	const ready = said(readyMs);
	return {
		async ask(message) {
			worker.ref();
			try {
				await ready;
				worker.postMessage(message);
				return await said(limitMs);
			} finally {
				worker.unref();
			}
		},
		async [Symbol.asyncDispose]() {
			await worker.terminate();
		},
	};
}
