import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { messageOf } from '../errors.ts';

/** A thread that renders. It keeps the process alive only while something is asked of it. Disposing ends it at once, with all that it holds. */
export interface RenderThread extends AsyncDisposable {
	/** Resolves when it can be asked. Rejects when it has ended before. */
	ready(): Promise<void>;
	/** One at a time. Rejects when the thread dies or answers nothing within `ms`; it is of no use any more then. */
	render(name: string, args: readonly unknown[], ms: number): Promise<unknown>;
}

/** What it may hold, MB: ten times what the longest answer takes. Where that is too little, the thread ends, and nothing else. */
const mostMegabytes = 192;
/** What comes before the first answer: it has loaded what it runs. */
const readySchema = z.tuple([z.literal('ready')]);
const answerSchema = z.tuple([z.object({ value: z.unknown() })]);

/** Starts `program` as a thread, which sees nothing of our environment. */
export function startRenderThread(program: URL): RenderThread {
	const worker = new Worker(program, {
		name: 'render',
		env: {},
		execArgv: [],
		resourceLimits: { maxOldGenerationSizeMb: mostMegabytes, maxYoungGenerationSizeMb: 1 },
	});
	const ended = new AbortController();
	worker.on('error', (cause) => ended.abort(new Error(`The renderer failed: ${messageOf(cause)}`, { cause })));
	worker.on('exit', () => ended.abort(new Error('The renderer has ended')));
	const loaded = once(worker, 'message', { signal: ended.signal }).then((message) => void readySchema.parse(message));
	loaded.catch(() => {});
	worker.unref();
	const awake = async <T>(wait: () => Promise<T>): Promise<T> => {
		worker.ref();
		try {
			return await wait();
		} catch (error) {
			throw ended.signal.aborted ? ended.signal.reason : error;
		} finally {
			worker.unref();
		}
	};
	return {
		ready: () => awake(() => loaded),
		render: (name, args, ms) =>
			awake(async () => {
				const late = AbortSignal.timeout(ms);
				const answer = once(worker, 'message', { signal: AbortSignal.any([ended.signal, late]) });
				worker.postMessage({ name, args });
				const [{ value }] = answerSchema.parse(await answer.catch((error) => Promise.reject(lateOr(late, error, ms))));
				return value;
			}),
		async [Symbol.asyncDispose]() {
			await worker.terminate();
		},
	};
}

function lateOr(late: AbortSignal, error: unknown, ms: number): unknown {
	return late.aborted ? new Error(`The renderer gave no answer within ${ms / 1000} s`, { cause: error }) : error;
}
