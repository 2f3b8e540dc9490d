import { join } from 'node:path';
import { type Budgets, createBudgets } from '../agent/budget/budgets.ts';
import type { Limits } from '../agent/budget/limits.ts';
import type { Logger } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import type { Settings } from '../config/settings.ts';
import { places } from '../platforms.ts';
import type { Store } from '../store/store.ts';
import { createPriceFile, priceFileName } from './price-file.ts';

/** The limits that the settings name. Pure. */
export function limitsOf(settings: Settings): Limits {
	const { BUDGET_SESSION: session, BUDGET_PERSON: person, BUDGET_CHANNEL: channel, BUDGET_PLACE: place } = settings;
	return { stops: { session, person, channel, place }, warns: settings.BUDGET_PLACE_WARNING };
}

/** The budgets of a data folder. */
export function budgetsOf(config: Config, { store, log }: { readonly store: Store; readonly log: Logger }): Budgets {
	return createBudgets({
		records: store.records,
		limits: limitsOf(config.settings),
		prices: createPriceFile(join(config.home, priceFileName), log.child({ part: 'prices' })),
		zone: config.timezone,
		now: Date.now,
		places,
	});
}
