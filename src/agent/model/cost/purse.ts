import { AsyncLocalStorage } from 'node:async_hooks';

/** A request that is about to be sent to a model's server. */
export interface PaidCall {
	readonly model: string;
	/** The server's address, without what is secret in it. */
	readonly url: string;
	/** Tokens of what is sent, as they are estimated. */
	readonly promptTokens: number;
	/** `vectors`: no words come back. */
	readonly brings: 'words' | 'vectors';
}

/** The use of a request: by the server's count, or by ours; then the input is what was held for it. */
export type Spent =
	| {
			readonly counted: 'by-server';
			readonly inputTokens: number;
			readonly outputTokens: number;
			/** Those of the input that the server had kept, where it tells. */
			readonly cachedTokens?: number | undefined;
	  }
	| { readonly counted: 'estimated'; readonly outputTokens: number };

/** An amount that is held for one request until it is known what it came to. */
export interface Hold {
	/** No more tokens are left for the answer; undefined: as many as its model gives. */
	readonly outputTokens?: number | undefined;
	/** The cost of so much, in millionths of a US dollar; undefined, or without it: no price is known. */
	costOf?(spent: Spent): number | undefined;
	/** Once, whatever became of the request; undefined: it cost nothing. Rejects where it cannot be kept. */
	settle(spent: Spent | undefined): Promise<void>;
}

/**
 * Holds what a request may cost before it is sent. Waits while others hold what is left; rejects with `BudgetError` where there is not enough left
 * for it, and with the signal's reason. `waits` is called once where it has to wait.
 */
export type Purse = (call: PaidCall, signal: AbortSignal, waits?: () => void) => Promise<Hold>;

/** There is not enough left of a budget for another request. `message` is for people: which budget, how much, until when. */
export class BudgetError extends Error {
	override readonly name = 'BudgetError';
}

/** Known to all that is done with it, however deep: whoever asks a model need not know who pays, and cannot forget it. */
const purses = new AsyncLocalStorage<Purse>();

/** Does `work`; every request that it has sent to a model is paid from `purse`. */
export function paidFrom<T>(purse: Purse, work: () => Promise<T>): Promise<T> {
	return purses.run(purse, work);
}

/** As `paidFrom`, for what comes piece by piece. */
export async function* piecesPaidFrom<T, R>(purse: Purse, pieces: AsyncGenerator<T, R>): AsyncGenerator<T, R> {
	try {
		for (;;) {
			const next = await purses.run(purse, () => pieces.next());
			if (next.done) return next.value;
			yield next.value;
		}
	} finally {
		await purses.run(purse, () => pieces.return(undefined as never));
	}
}

const free: Hold = { settle: async () => undefined };

/** Holds what a request may cost, for whoever it is made for; where nobody pays it is free, and `call` is not asked for. */
export async function holdFor(call: () => PaidCall, signal: AbortSignal, waits?: () => void): Promise<Hold> {
	const purse = purses.getStore();
	return purse ? await purse(call(), signal, waits) : free;
}
