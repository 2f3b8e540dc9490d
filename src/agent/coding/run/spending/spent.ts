import type { SessionFolder } from '../../../../store/store.ts';
import type { LiveRun } from '../live-run.ts';
import { changeRun, type RunRecord } from '../run-record.ts';

/** What some time of a prompt has cost. */
export interface Spent extends Pick<RunRecord, 'inputTokens' | 'outputTokens' | 'ms'> {
	/** In millionths of a US dollar, as far as prices are known. */
	readonly microUsd: number;
}

/** From now on it is counted what a live run spends. */
export function countFrom(live: LiveRun): void {
	live.counted = { ledger: live.means.keys.ledger(), began: performance.now() };
}

/** All that was spent since it is counted. It is handed out once: nothing counts twice. */
export function spentNow(live: LiveRun): Spent {
	const { counted, means } = live;
	live.counted = undefined;
	if (counted === undefined) return { inputTokens: 0, outputTokens: 0, microUsd: 0, ms: 0 };
	const [before, now] = [counted.ledger.spent, means.keys.ledger().spent];
	return {
		inputTokens: now.inputTokens - before.inputTokens,
		outputTokens: now.outputTokens - before.outputTokens,
		microUsd: means.payment.takePaid(),
		ms: Math.round(performance.now() - counted.began),
	};
}

/** Adds it to what is kept of the run of that count. `idleAt`: when nobody need come any more. */
export async function keepSpent(
	folder: SessionFolder,
	count: number,
	spent: Spent & Pick<RunRecord, 'prompts' | 'outcome'>,
	idleAt?: string,
): Promise<void> {
	const { inputTokens, outputTokens, microUsd, ms, prompts, outcome } = spent;
	await changeRun(folder, count, (run) => ({
		...run,
		inputTokens: run.inputTokens + inputTokens,
		outputTokens: run.outputTokens + outputTokens,
		...(microUsd > 0 && { microUsd: (run.microUsd ?? 0) + microUsd }),
		ms: run.ms + ms,
		prompts: run.prompts + prompts,
		...(outcome !== undefined && { outcome }),
		...(idleAt !== undefined && { idleAt }),
	}));
}
