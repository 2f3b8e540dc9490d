import { describe, expect, it } from 'vitest';
import { runJobs } from '../../../bench/judge-eval/jobs.ts';

const context = () => ({ signal: new AbortController().signal, lanes: 2, say: () => {} });

describe('runJobs()', () => {
	it('runs each job once, in no more lanes than there are', async () => {
		let running = 0;
		let most = 0;
		const results = await runJobs(
			[1, 2, 3, 4, 5],
			async (job, lane) => {
				running += 1;
				most = Math.max(most, running);
				await Promise.resolve();
				running -= 1;
				return { job, lane };
			},
			context(),
		);
		expect(results.map(({ job }) => job).toSorted()).toEqual([1, 2, 3, 4, 5]);
		expect(new Set(results.map(({ lane }) => lane))).toEqual(new Set([0, 1]));
		expect(most).toBe(2);
	});

	it('answers what was done when the person leaves, though a job was cut off', async () => {
		const leaving = new AbortController();
		const run = async (job: number) => {
			if (job === 3) leaving.abort(new Error('left'));
			leaving.signal.throwIfAborted();
			return job;
		};
		expect(await runJobs([1, 2, 3, 4], run, { ...context(), lanes: 1, signal: leaving.signal })).toEqual([1, 2]);
	});

	it('rejects with the failure of a job', async () => {
		const run = async (job: number) => {
			if (job === 2) throw new Error('broken');
			return job;
		};
		await expect(runJobs([1, 2, 3], run, context())).rejects.toThrow('broken');
	});

	it('tells how far it is', async () => {
		const said: string[] = [];
		await runJobs([1, 2, 3], async (job) => job, { ...context(), lanes: 1, say: (line) => void said.push(line) });
		expect(said).toEqual(['  1 of 3', '  2 of 3', '  3 of 3']);
	});
});
