import { type Budgets, createBudgets } from '../../src/agent/budget/budgets.ts';
import type { Limits } from '../../src/agent/budget/limits.ts';
import { noPrices, type PriceList } from '../../src/agent/budget/prices.ts';
import { holdFor } from '../../src/agent/model/cost/purse.ts';
import type { Model } from '../../src/agent/model/model.ts';
import type { Usage } from '../../src/chat/usage.ts';
import { places } from '../../src/platforms.ts';
import type { Store } from '../../src/store/store.ts';

/** Tokens that each request of a paid model sends, as they are estimated. */
export const promptOfPaid = 10;
/** The least that is held for one of its calls: as `leastOutput` of `grant.ts`. */
export const leastOfPaid = promptOfPaid + 256;

/** A model whose replies are paid for, as one behind a server's are; by these tokens, or by those that it tells. */
export function paidModel(model: Model, tokens?: Usage): Model {
	const call = { model: model.name, url: 'http://127.0.0.1/v1', promptTokens: promptOfPaid, brings: 'words' as const };
	return {
		...model,
		async *reply(request, signal) {
			const hold = await holdFor(() => call, signal);
			let usage: Usage | undefined;
			try {
				const reply = yield* model.reply(request, signal);
				usage = tokens ?? reply.usage;
				return reply;
			} finally {
				await hold.settle(usage && { counted: 'by-server', ...usage });
			}
		},
	};
}

export interface TestBudgets {
	readonly limits?: Partial<Limits>;
	readonly prices?: PriceList;
	readonly now?: () => number;
	readonly zone?: string;
}

/** Budgets on a store, by days of UTC. */
export function budgetsOn({ records }: Pick<Store, 'records'>, given: TestBudgets = {}): Budgets {
	const { limits, prices = noPrices, now = Date.now, zone = 'UTC' } = given;
	const whole = { stops: {}, warns: {}, ...limits };
	return createBudgets({ records, limits: whole, prices: async () => prices, zone, now, places });
}
