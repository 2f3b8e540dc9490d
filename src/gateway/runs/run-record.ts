import type { GatewayNotice, RunLedger } from '../gateway.ts';

/** Keeps and tells how a run goes. */
export interface RunRecord {
	/** Tells people, each sentence once. */
	tell(notice: GatewayNotice): void;
	/** A call has ended: well where `problem` is undefined. */
	ended(problem: RunLedger['lastError']): void;
	/** There is nothing left, until a prompt begins. The first reason stays. */
	exhaust(sentence: string): void;
	/** A prompt begins: whether anything is left is looked at anew, and nothing of it has failed. */
	begin(): void;
	facts(): Pick<RunLedger, 'stripped' | 'lastError' | 'exhausted'>;
}

/** Sentences that are told of one run, and features that are kept: our own words, but for the names of models in them. */
const most = 100;

export function createRunRecord(onNotice: (notice: GatewayNotice) => void): RunRecord {
	const told = new Set<string>();
	const stripped = new Set<string>();
	let lastError: RunLedger['lastError'];
	let exhausted: string | undefined;

	function tell(notice: GatewayNotice): void {
		if (notice.kind === 'stripped' && stripped.size < most) stripped.add(notice.feature);
		if (told.has(notice.sentence) || told.size >= most) return;
		told.add(notice.sentence);
		onNotice(notice);
	}

	return {
		tell,
		ended(problem) {
			lastError = problem;
		},
		exhaust(sentence) {
			exhausted ??= sentence;
			tell({ kind: 'exhausted', sentence });
		},
		begin() {
			exhausted = undefined;
			lastError = undefined;
		},
		facts: () => ({
			stripped: [...stripped],
			...(lastError && { lastError }),
			...(exhausted !== undefined && { exhausted }),
		}),
	};
}
