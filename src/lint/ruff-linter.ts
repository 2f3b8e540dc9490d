import PQueue from 'p-queue';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';
import { raceAbort } from '../race-abort.ts';
import { type LintThread, startLintThread } from './lint-thread.ts';
import type { Linter, LintFinding } from './linter.ts';
import { withoutSuppressions } from './without-suppressions.ts';

export interface RuffLinterOptions {
	/** How long its thread stays after the last check, ms; ruff holds about 70 MB. */
	readonly idleMs?: number;
	/** What the thread runs: takes a source, answers its findings. */
	readonly program?: URL;
	/** How long a check may take, ms: the first of a thread, which loads and compiles ruff, and later ones. */
	readonly limits?: { readonly first: number; readonly later: number };
	readonly log: Logger;
}

/** A first check takes 0.5 s on an idle core and 3 s on one that thirty share, later ones 5 ms. */
const defaultLimits = { first: 20_000, later: 10_000 };

/**
 * A linter by ruff, in a thread of its own that starts with the first check and ends when idle. Checks run one after another. One that
 * breaks the thread, or hangs, is rejected, and the next has a new thread.
 */
export function createRuffLinter(options: RuffLinterOptions): Linter {
	const {
		idleMs = 5 * 60_000,
		program = new URL('ruff-worker.ts', import.meta.url),
		limits = defaultLimits,
		log,
	} = options;
	const queue = new PQueue({ concurrency: 1 });
	const disposed = new AbortController();
	let thread: LintThread | undefined;
	let idle: NodeJS.Timeout | undefined;

	async function end(): Promise<void> {
		clearTimeout(idle);
		const ending = thread;
		thread = undefined;
		await ending?.[Symbol.asyncDispose]();
	}

	async function checkNow(source: string): Promise<readonly LintFinding[]> {
		clearTimeout(idle);
		const ms = thread ? limits.later : limits.first;
		thread ??= startLintThread(program);
		try {
			return await thread.check(source, ms);
		} catch (error) {
			if (!disposed.signal.aborted) log.warn('The linter is started anew at the next check', { why: messageOf(error) });
			await end();
			throw error;
		} finally {
			idle = setTimeout(end, idleMs).unref();
		}
	}

	return {
		async check(source, signal) {
			const either = AbortSignal.any([signal, disposed.signal]);
			either.throwIfAborted();
			const work = queue.add(() => {
				either.throwIfAborted();
				return checkNow(withoutSuppressions(source));
			});
			// One that nobody waits for any more comes to its end all the same: the thread stays in step, and warm.
			return raceAbort(work, either);
		},
		async [Symbol.asyncDispose]() {
			disposed.abort(new Error('The linter has been ended'));
			await end();
		},
	};
}
