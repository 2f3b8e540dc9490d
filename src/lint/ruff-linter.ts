import { setFlagsFromString } from 'node:v8';
import { z } from 'zod';
import { messageOf } from '../base/errors.ts';
import { createIdleThread } from '../base/idle-thread.ts';
import type { Logger } from '../base/log.ts';
import type { Linter } from './linter.ts';
import { withoutSuppressions } from './without-suppressions.ts';

export interface RuffLinterOptions {
	/** How long its thread stays after the last check, ms; ruff holds about 70 MB. */
	readonly idleMs?: number;
	/** The thread's program: takes a source, answers its findings. */
	readonly program?: URL;
	/** How long a check may take once ruff is loaded, ms; most take 5 ms. */
	readonly limitMs?: number;
	readonly log: Logger;
}

const findingsSchema = z.array(z.object({ code: z.string(), line: z.number().int(), message: z.string() }));

/** A linter by ruff, in a thread of its own. A check that breaks it, or hangs, is rejected, and the next has a new thread. */
export function createRuffLinter(options: RuffLinterOptions): Linter {
	const { program = new URL('ruff-worker.ts', import.meta.url), idleMs = 5 * 60_000, limitMs = 10_000, log } = options;
	const thread = createIdleThread({
		program,
		name: 'lint',
		title: 'The linter',
		answer: findingsSchema,
		idleMs,
		limitMs,
		onBroken: (error) => log.warn('The linter is started anew at the next check', { why: messageOf(error) }),
	});
	return {
		check(source, signal) {
			compileSimply();
			return thread.ask(withoutSuppressions(source), signal);
		},
		[Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
	};
}

/**
 * WebAssembly is compiled once, simply, for the whole process. Measured with ruff: optimising it takes 200 to 400 MB that the allocator keeps
 * when the thread has ended, and makes the checks of a first minute slower (20 to 35 ms, not 5); nothing else here runs WebAssembly for long.
 */
function compileSimply(): void {
	for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
