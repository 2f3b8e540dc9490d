import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { messageOf } from '../errors.ts';
import type { LintFinding } from './linter.ts';

const answerSchema = z.tuple([z.array(z.object({ code: z.string(), line: z.number().int(), message: z.string() }))]);

/** A thread that lints. It keeps the process alive only while something is asked of it. Disposing ends it at once, with all that it holds. */
export interface LintThread extends AsyncDisposable {
	/** One source at a time. Rejects when the thread dies or answers nothing within `ms`; it is of no use any more then. */
	check(source: string, ms: number): Promise<readonly LintFinding[]>;
}

/**
 * WebAssembly is compiled once, simply, for the whole process. Measured with ruff: optimising it takes 200 to 400 MB that the allocator keeps
 * when the thread has ended, and makes the checks of a first minute slower (20 to 35 ms, not 5); nothing else here runs WebAssembly for long.
 */
const compileSimply = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Starts `program` as a thread, which sees nothing of our environment. */
export function startLintThread(program: URL): LintThread {
	for (const flag of compileSimply) setFlagsFromString(flag);
	const worker = new Worker(program, { name: 'lint', env: {}, execArgv: [] });
	const ended = new AbortController();
	worker.on('error', (cause) => ended.abort(new Error(`The linter failed: ${messageOf(cause)}`, { cause })));
	worker.on('exit', () => ended.abort(new Error('The linter has ended')));
	worker.unref();
	return {
		async check(source, ms) {
			worker.ref();
			try {
				worker.postMessage(source);
				const [findings] = answerSchema.parse(await answerOf(worker, ms, ended.signal));
				return findings;
			} finally {
				worker.unref();
			}
		},
		async [Symbol.asyncDispose]() {
			await worker.terminate();
		},
	};
}

async function answerOf(worker: Worker, ms: number, ended: AbortSignal): Promise<unknown[]> {
	const late = AbortSignal.timeout(ms);
	const signal = AbortSignal.any([ended, late]);
	try {
		return await once(worker, 'message', { signal });
	} catch (cause) {
		if (late.aborted) throw new Error(`The linter gave no answer within ${ms / 1000} s`, { cause });
		throw ended.aborted ? ended.reason : cause;
	}
}
