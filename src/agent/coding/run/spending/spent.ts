import type { SessionFolder } from '../../../../store/store.ts';
import type { LiveRun } from '../live-run.ts';
import { changeRun, nothingSpent, type RunRecord, type Spent } from '../run-record.ts';

/** From now on it is counted what a live run spends. */
export function countFrom(live: LiveRun): void {
	live.counted = { ledger: live.means.keys.ledger(), began: performance.now() };
}

/** All that was spent since it is counted. It is handed out once: nothing counts twice. */
export function spentNow(live: LiveRun): Spent {
	const { counted, means } = live;
	live.counted = undefined;
	if (counted === undefined) return nothingSpent;
	const [before, now] = [counted.ledger.spent, means.keys.ledger().spent];
	const spent = {
		inputTokens: now.inputTokens - before.inputTokens,
		outputTokens: now.outputTokens - before.outputTokens,
		microUsd: means.payment.takePaid(),
		ms: Math.round(performance.now() - counted.began),
	};
	live.whole = sumOf(live.whole, spent);
	return spent;
}

function sumOf(one: Spent, other: Spent): Spent {
	return {
		inputTokens: one.inputTokens + other.inputTokens,
		outputTokens: one.outputTokens + other.outputTokens,
		microUsd: one.microUsd + other.microUsd,
		ms: one.ms + other.ms,
	};
}

/** Adds it to what is kept of the run of that count, and what the agent had said last, where it goes on with that. `idleAt`: when nobody need come any more. */
export async function keepSpent(
	folder: SessionFolder,
	count: number,
	spent: Spent & Pick<RunRecord, 'prompts' | 'outcome' | 'last'>,
	idleAt?: string,
): Promise<void> {
	const { inputTokens, outputTokens, microUsd, ms, prompts, outcome, last } = spent;
	await changeRun(folder, count, ({ last: _, ...run }) => ({
		...run,
		inputTokens: run.inputTokens + inputTokens,
		outputTokens: run.outputTokens + outputTokens,
		...(microUsd > 0 && { microUsd: (run.microUsd ?? 0) + microUsd }),
		ms: run.ms + ms,
		prompts: run.prompts + prompts,
		...(outcome !== undefined && { outcome }),
		...(last !== undefined && { last }),
		...(idleAt !== undefined && { idleAt }),
	}));
}
