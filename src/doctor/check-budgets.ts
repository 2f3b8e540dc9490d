import { join } from 'node:path';
import { type Amounts, amountText, units } from '../agent/budget/amounts.ts';
import { noPrices, type PriceList, priceOf } from '../agent/budget/prices.ts';
import { openAiUrl, shownUrl } from '../agent/model/endpoint/endpoint-url.ts';
import type { Config } from '../config/config.ts';
import { limitsOf } from '../process/budgets.ts';
import { priceFileName, readPriceFile } from '../process/price-file.ts';
import type { Finding } from './finding.ts';

type Checked = Pick<Config, 'home' | 'settings' | 'models' | 'timezone'>;

/** Says which budgets there are, whether prices can be read, and whether those in money can hold; nothing without a model. Never rejects. */
export async function checkBudgets(config: Checked): Promise<Finding[]> {
	if (!config.models) return [];
	const file = await readPriceFile(join(config.home, priceFileName));
	const prices = file.kind === 'read' ? file.prices : noPrices;
	return [budgetRow(config), ...(await priceRow(file)), ...moneyRow(config, prices)];
}

function budgetRow({ settings, timezone }: Checked): Finding {
	const { stops, warns } = limitsOf(settings);
	const set = Object.entries(stops).flatMap(([kind, amounts]) => (amounts ? [`${kind} ${textOf(amounts)}`] : []));
	const warning = textOf(warns);
	const told = warning === '' ? '' : `; a place is told at ${warning}`;
	return { name: 'budgets', value: `${set.join('; ') || 'no limits'}${told} (a day, ${timezone})`, met: true };
}

function textOf(amounts: Amounts): string {
	return units.flatMap((unit) => (amounts[unit] === undefined ? [] : [amountText(unit, amounts[unit])])).join(' and ');
}

async function priceRow(file: Awaited<ReturnType<typeof readPriceFile>>): Promise<Finding[]> {
	const name = 'prices';
	if (file.kind === 'missing') return [];
	const mend = `Fetch ${priceFileName} anew from https://models.dev/api.json, or remove it: then tokens alone are counted`;
	if (file.kind === 'damaged')
		return [{ name, value: `${priceFileName} cannot be read: ${file.why}`, met: false, mend }];
	const { providers, unread } = file.prices;
	const models = providers.reduce((sum, one) => sum + one.models.size, 0);
	const left = unread === 0 ? '' : `; ${unread} entries cannot be read and are left out`;
	return [{ name, value: `${models} models of ${providers.length} providers${left}`, met: true }];
}

/** A budget in money stops nothing that has no price. */
function moneyRow({ settings, models }: Checked, prices: PriceList): Finding[] {
	const isInMoney = Object.values(limitsOf(settings).stops).some((amounts) => amounts?.microUsd !== undefined);
	if (!isInMoney || !models) return [];
	const asked = [models.brain, models.coder, models.summarizer, ...(models.embed ? [models.embed] : [])];
	const unknown = asked.flatMap(({ model, baseUrl = openAiUrl }) =>
		model !== undefined && !priceOf({ model, url: shownUrl(baseUrl) }, prices) ? [model] : [],
	);
	if (unknown.length === 0) return [];
	const named = [...new Set(unknown)].join(', ');
	const mend = `Add them to ${priceFileName} in the data folder (the form of https://models.dev/api.json), or set budgets in tokens`;
	return [
		{
			name: 'budgets in money',
			value: `no price is known of ${named}: its calls are not limited by them`,
			met: false,
			mend,
		},
	];
}
