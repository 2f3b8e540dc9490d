import { AsyncLocalStorage } from 'node:async_hooks';
import type { Usage } from '../../chat/usage.ts';

/** Is told of tokens that were spent; rejects where that cannot be kept. */
export type Spend = (usage: Usage) => Promise<void>;

/**
 * Known to all that a call does, however deep: whoever asks a model for a value (the Coder, the judge) need not know of turns to be counted, and
 * cannot be forgotten.
 */
const counted = new AsyncLocalStorage<Spend>();

/** Does `work`, and tells `spend` of the tokens of every answer that is asked for in it, used or not. */
export function countingTokens<T>(spend: Spend, work: () => Promise<T>): Promise<T> {
	return counted.run(spend, work);
}

/** Counts an answer for whoever it was asked for. */
export async function tellSpent(usage: Usage | undefined): Promise<void> {
	if (usage) await counted.getStore()?.(usage);
}
