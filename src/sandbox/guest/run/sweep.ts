import * as z from 'zod';
import { unfinished } from '../files/open-outputs.ts';
import { endAll, type KeptJobs } from '../kept-jobs.ts';
import { defineTool, type GuestTool, stoppedBySweep } from '../tools/guest-tool.ts';
import { endedBefore } from './end-processes.ts';

/** Which calls run, so that a sweep can end them, and none starts while it sweeps. */
export interface RunningCalls {
	/** A signal that aborts with the call's own and with the next sweep. Resolves when no sweep is going on. */
	begin(signal: AbortSignal): Promise<AbortSignal>;
	/** Tells all running calls that they are stopped, runs the sweep, and lets calls begin again. */
	stopAll<Result>(sweep: () => Promise<Result>): Promise<Result>;
}

export function createRunningCalls(): RunningCalls {
	let stop = new AbortController();
	let sweeping: Promise<unknown> = Promise.resolve();
	return {
		async begin(signal) {
			await sweeping;
			return AbortSignal.any([signal, stop.signal]);
		},
		async stopAll(sweep) {
			stop.abort(stoppedBySweep);
			stop = new AbortController();
			const result = sweep();
			sweeping = Promise.allSettled([sweeping, result]);
			return result;
		},
	};
}

/** Hidden: ends everything that calls have started, TERM-ignoring and forking processes too, and says what it was. `spare`: but jobs that are to go on. */
export function createSweep(calls: RunningCalls, jobs: KeptJobs): GuestTool {
	return defineTool({
		name: 'sweep',
		description: 'End every process of the sandbox but the guest.',
		args: z.strictObject({ spare: z.boolean().default(false) }),
		async run({ spare }) {
			const ending = calls.stopAll(() => endAll(jobs, spare));
			unfinished.add(ending.then(({ writing }) => writing));
			const { ended, left } = await ending;
			const before = (await endedBefore.take()).filter(({ pid }) => ended.every((one) => one.pid !== pid));
			const text = left === 0 ? `Ended ${ended.length} processes` : `${left} processes could not be ended`;
			return { text, isError: left > 0, data: { stopped: [...before, ...ended], writing: await unfinished.take() } };
		},
	});
}
