import { raceAbort } from '../../base/race-abort.ts';
import { groupDigits } from '../../base/text/group-digits.ts';
import type { Usage } from '../../chat/usage.ts';
import { Refusal } from '../call/refusal.ts';
import type { RunBudget } from '../gateway.ts';
import type { RunRecord } from './run-record.ts';
import type { Tally } from './tally.ts';

/** Tokens held for one call, of the run's own budget and of the mind's. */
export interface Held {
	/** Once. Undefined: it cost nothing. Never rejects. */
	settle(usage: Usage | undefined): Promise<void>;
}

/** The budget of one run. */
export interface Purse {
	/** Tokens of the run that nobody holds. */
	left(): number;
	/**
	 * Holds what a call may come to; all that is left, and with no other call under way, where that is vague: then a run can be over its limit by one
	 * call, and not by as many as it makes at a time. Waits while calls under way hold what is wanted. Rejects with a `Refusal` (402) where there are
	 * too few, and with the signal's reason.
	 */
	hold(cost: Cost, signal: AbortSignal): Promise<Held>;
}

/** Tokens that one call may come to at most. */
export interface Cost {
	readonly model: string;
	readonly input: number;
	readonly output: number;
	/** As in `Rewritten`. */
	readonly isVague: boolean;
}

export interface PurseDeps {
	readonly tally: Tally;
	/** Tokens of the whole run. */
	readonly limit: number;
	readonly budget: RunBudget;
	readonly record: RunRecord;
	/** Told where a budget of the mind cannot be settled. */
	readonly onLost: (error: unknown) => void;
}

export function createPurse({ tally, limit, budget, record, onLost }: PurseDeps): Purse {
	let settled = Promise.withResolvers<void>();

	/** Whoever waits for tokens looks again. */
	function giveBack(tokens: number, model: string, usage: Usage | undefined): void {
		tally.settle(tokens, model, usage);
		settled.resolve();
		settled = Promise.withResolvers();
	}

	/** Holds tokens for a call, and says how many; undefined where others hold them. */
	function holdNow({ input, output, isVague }: Cost): number | undefined {
		if (isVague && tally.facts().held > 0) return undefined;
		const wanted = isVague ? tally.left() : input + output;
		return tally.hold(wanted) ? wanted : undefined;
	}

	async function holdOwn(cost: Cost, signal: AbortSignal): Promise<number> {
		for (;;) {
			if (cost.input + cost.output > tally.left() + tally.facts().held) throw usedUp(tally.left(), limit);
			const held = holdNow(cost);
			if (held !== undefined) return held;
			await raceAbort(settled.promise, signal);
		}
	}

	return {
		left: tally.left,
		async hold(cost, signal) {
			const { model, input, output } = cost;
			refuseExhausted(record);
			const own = await holdOwn(cost, signal);
			const reserved = await budget.reserve(input + output, model, output).catch((error: unknown) => {
				giveBack(own, model, undefined);
				throw error;
			});
			if ('refused' in reserved) {
				giveBack(own, model, undefined);
				throw new Refusal(402, reserved.refused);
			}
			return {
				async settle(usage) {
					giveBack(own, model, usage);
					await reserved.settle(usage).catch(onLost);
				},
			};
		},
	};
}

/** Throws a `Refusal` (402) where a run has nothing left. */
export function refuseExhausted(record: RunRecord): void {
	const { exhausted } = record.facts();
	if (exhausted !== undefined) throw new Refusal(402, exhausted);
}

function usedUp(left: number, limit: number): Refusal {
	const rest = left === 0 ? 'nothing is left' : `${groupDigits(left)} are left, too few for another call`;
	return new Refusal(402, `The budget of this run, ${groupDigits(limit)} tokens, is used up: ${rest}`);
}
