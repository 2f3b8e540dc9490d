import type { Usage } from '../../chat/usage.ts';
import type { RunLedger } from '../gateway.ts';

/** Tokens of a run: held for calls under way, and spent. In memory alone: with the process go its calls. */
export interface Tally {
	/** Tokens that nobody holds yet. Never below 0. */
	left(): number;
	/** Holds so many at once, in one step; false where there are not as many left. */
	hold(tokens: number): boolean;
	/** Gives back what was held, and takes what it came to; undefined: nothing. */
	settle(held: number, model: string, usage: Usage | undefined): void;
	facts(): Pick<RunLedger, 'calls' | 'spent' | 'byModel' | 'held'>;
}

type Sums = RunLedger['spent'];

/** A tally of a run that may take `limit` tokens. */
export function createTally(limit: number): Tally {
	const byModel = new Map<string, Sums>();
	let held = 0;
	let calls = 0;
	const spent = () => [...byModel.values()].reduce(plus, none);
	const left = () => Math.max(0, limit - held - spent().inputTokens - spent().outputTokens);
	return {
		left,
		hold(tokens) {
			if (tokens > left()) return false;
			held += tokens;
			return true;
		},
		settle(tokens, model, usage) {
			held -= tokens;
			if (usage === undefined) return;
			calls += 1;
			byModel.set(model, plus(byModel.get(model) ?? none, usage));
		},
		facts: () => ({ calls, spent: spent(), byModel: Object.fromEntries(byModel), held }),
	};
}

const none: Sums = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

function plus(sums: Sums, { inputTokens, outputTokens, cachedTokens = 0 }: Usage): Sums {
	return {
		inputTokens: sums.inputTokens + inputTokens,
		outputTokens: sums.outputTokens + outputTokens,
		cachedTokens: sums.cachedTokens + cachedTokens,
	};
}
