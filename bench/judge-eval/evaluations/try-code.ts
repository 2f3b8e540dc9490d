import type { Arena } from '../arena.ts';
import { type Course, placeOrder } from '../place-order.ts';
import { knowingBrain } from '../players/brain.ts';
import { scriptedCoder } from '../players/coder.ts';
import { sampleTests } from '../players/sample-tests.ts';
import type { Problem } from '../problem.ts';

/** Code that a Coder stays with, and the tests that it is judged by. */
export interface Trial {
	readonly problem: Problem;
	readonly code: string;
	/** Whether it is, as the Brain knows. */
	readonly is: 'right' | 'wrong';
	/** The share of tests that are wrong, and which of them. */
	readonly share: number;
	readonly seed: number;
	/** Drafts that the Coder writes, all alike. */
	readonly drafts: number;
}

/** Has the forge judge one code for one problem, in a session of its own. */
export async function tryCode(trial: Trial, arena: Arena, lane: number): Promise<Course> {
	const { problem, code, share, seed, drafts } = trial;
	const tests = (sample: number) => sampleTests(problem, { share, seed, sample });
	const coder = scriptedCoder({ drafts: [code], most: drafts, tests });
	const orderer = knowingBrain(problem, trial.is);
	return placeOrder(problem.order, { stage: await arena.enter(lane), coder, orderer });
}

/** The forge lets a Coder try so often; right code is as right the fourth time. */
export const allDrafts = 4;
