import type { SessionFolder } from '../../../store/store.ts';
import type { LiveRun } from './live-run.ts';
import { keepRun, nothingSpent, type RunRecord, runsIn, type Spent } from './run-record.ts';

/** Spent since the prompt that goes on was begun, or was gone on with. It is handed out once: nothing counts twice. */
export function spentNow(live: LiveRun): Spent {
	const { counted, means } = live;
	live.counted = undefined;
	if (counted === undefined) return nothingSpent;
	const [before, now] = [counted.ledger.spent, means.keys.ledger().spent];
	const spent = {
		inputTokens: now.inputTokens - before.inputTokens,
		outputTokens: now.outputTokens - before.outputTokens,
		ms: Math.round(performance.now() - counted.began),
	};
	live.whole = sumOf(live.whole, spent);
	return spent;
}

function sumOf(one: Spent, other: Spent): Spent {
	return {
		inputTokens: one.inputTokens + other.inputTokens,
		outputTokens: one.outputTokens + other.outputTokens,
		ms: one.ms + other.ms,
	};
}

/** Adds it to what is kept of the run. */
export async function keepSpent(
	folder: SessionFolder,
	of: RunRecord,
	spent: Spent & Pick<RunRecord, 'prompts' | 'outcome'>,
	idleAt?: string,
): Promise<void> {
	const run = await asKept(folder, of);
	const { inputTokens, outputTokens, ms, prompts, outcome = run.outcome } = spent;
	await keepRun(folder, {
		...run,
		inputTokens: run.inputTokens + inputTokens,
		outputTokens: run.outputTokens + outputTokens,
		ms: run.ms + ms,
		prompts: run.prompts + prompts,
		...(outcome !== undefined && { outcome }),
		...(idleAt !== undefined && { idleAt }),
	});
}

/** A run as it stands in its session's folder now. */
export async function asKept(folder: SessionFolder, run: RunRecord): Promise<RunRecord> {
	return (await runsIn(folder)).find(({ count }) => count === run.count) ?? run;
}
