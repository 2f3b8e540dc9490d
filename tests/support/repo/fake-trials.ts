import type { TestRun, Trials } from '../../../src/agent/repo/trials.ts';
import { type Mishap, noMishap } from './fake-world.ts';

export interface FakeTrials extends Trials {
	/** All that was done, in order: `test <commit>`. */
	readonly done: string[];
}

/** Trials that end as they are told. A stated test passes by default. */
export function createFakeTrials(
	run: Partial<Extract<TestRun, { readonly kind: 'passed' | 'failed' }>> = {},
	mishap: Mishap = noMishap,
): FakeTrials {
	const done: string[] = [];
	return {
		done,
		setUp: async ({ at }, { signal, onOutput }) => {
			signal.throwIfAborted();
			if (at.repository.wishes.setup === undefined) return { kind: 'none' };
			done.push(`set up ${at.commit}`);
			onOutput('installing\n');
			return { kind: 'ready', bytes: 1_024, fetched: [], ms: 1 };
		},
		lay: async ({ at, folder }, signal) => {
			signal.throwIfAborted();
			done.push(`lay ${at.commit} in ${folder}`);
			return { kind: 'laid' };
		},
		test: async ({ at }, { signal }) => {
			signal.throwIfAborted();
			mishap('test', 'before');
			if (at.repository.wishes.test === undefined) return { kind: 'not-run', why: 'no admin has stated how' };
			done.push(`test ${at.commit}`);
			return { kind: 'passed', code: 0, tail: '3 passed', ms: 2_000, ...run };
		},
	};
}
