/** The means of an evaluation while it runs. */
export interface JobContext {
	/** Fires when the person leaves. */
	readonly signal: AbortSignal;
	/** Jobs at once. */
	readonly lanes: number;
	say(line: string): void;
}

/** Progress is told so often on the way. */
const tellings = 5;

/**
 * Runs jobs in lanes, each lane one after another. Answers what was done when the person leaves: nothing that was measured is lost. Rejects
 * with the first failure otherwise.
 */
export async function runJobs<Job, Result>(
	jobs: readonly Job[],
	run: (job: Job, lane: number) => Promise<Result>,
	{ signal, lanes, say }: JobContext,
): Promise<readonly Result[]> {
	const results: Result[] = [];
	const waiting = [...jobs];
	const every = Math.max(1, Math.ceil(jobs.length / tellings));
	const work = async (lane: number): Promise<void> => {
		for (let job = waiting.shift(); job !== undefined && !signal.aborted; job = waiting.shift()) {
			results.push(await run(job, lane));
			if (results.length % every === 0 || results.length === jobs.length) say(`  ${results.length} of ${jobs.length}`);
		}
	};
	const ends = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => work(lane)));
	const failed = ends.find((end) => end.status === 'rejected');
	if (failed && !signal.aborted) throw failed.reason;
	return results;
}
