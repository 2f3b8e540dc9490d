import type { Places } from '../../chat/places.ts';
import type { Person } from '../../chat/thread.ts';
import { BudgetError, type Purse } from '../model/cost/purse.ts';
import type { DaySums } from './day-sums.ts';
import { daysUpTo } from './days.ts';
import { forgetSpending } from './forget-spending.ts';
import { createLedger, type LedgerDeps } from './ledger.ts';
import type { Limits } from './limits.ts';
import {
	type Asking,
	createAskingNow,
	type Decision,
	decideRaise,
	keepAsked,
	keepMet,
	type Raise,
	raisesToAsk,
} from './raises.ts';
import { type Payer, type Scope, scopesOf } from './scopes.ts';
import { createWarnings, type Warnings } from './warnings.ts';
import { refusalText } from './words.ts';

/** Use by day, oldest first, and the limits that hold. */
export interface SpentDays {
	readonly days: readonly DaySums[];
	readonly limits: Limits;
	/** The zone whose days they are. */
	readonly zone: string;
}

/** Counts the use of models, for everybody by themselves, and limits it. */
export interface Budgets {
	/** Pays what is asked for the payer, whoever that is when a call is made. */
	purseOf(payer: () => Payer): Purse;
	readonly warnings: Warnings;
	readonly raises: Raises;
	/** The use of somebody for whom is counted, on so many days up to today. */
	spent(scope: Scope, days: number): Promise<SpentDays>;
	forget(person: Pick<Person, 'id'>): Promise<void>;
}

/** Limits that were met, and that an admin may raise for the day. */
export interface Raises {
	/** Those of a session that were met today and about which nobody was asked. */
	toAsk(session: string): Promise<readonly Raise[]>;
	/** Keeps that this question asks about one; without a question, that nobody can be asked. */
	asked(raise: Raise, about: Asking | undefined): Promise<void>;
	/** Does what was answered. The same again changes nothing. */
	decide(
		question: { readonly id: string; readonly name: string },
		answer: { readonly value: unknown; readonly by: string },
	): Promise<Decision>;
}

export interface BudgetDeps extends LedgerDeps {
	readonly places: Places;
}

export function createBudgets(deps: BudgetDeps): Budgets {
	const { records, places, limits, zone } = deps;
	const ledger = createLedger(deps);
	const asking = createAskingNow();
	return {
		purseOf: (payer) => async (call, signal, waits) => {
			const who = payer();
			const held = await ledger.hold(scopesOf(who, places), call, signal, waits);
			if ('settle' in held) return held;
			await keepMet(held, who.session, { records, asking });
			throw new BudgetError(refusalText(held, zone));
		},
		warnings: createWarnings({ ledger, limits, zone, places }),
		raises: {
			toAsk: (session) => raisesToAsk(session, { records, ledger, asking }),
			asked: (raise, about) => keepAsked(raise, about, { records, asking }),
			decide: (question, answer) => decideRaise(question, answer, { records, ledger }),
		},
		async spent(scope, count) {
			const days: DaySums[] = [];
			for (const day of daysUpTo(ledger.today(), count)) days.push(await ledger.read(scope, day));
			return { days, limits, zone };
		},
		forget: (person) => forgetSpending(person, { records, places, ledger }),
	};
}
