import { z } from 'zod';

/** Tokens, and millionths of a US dollar. */
export interface BudgetAmounts {
	readonly tokens?: number;
	readonly microUsd?: number;
}

const tokens = /^(\d+(?:\.\d+)?)\s*([kmg]?)\s*tokens?$/i;
const money = /^(?:usd\s*|\$\s*)?(\d+(?:\.\d+)?)\s*(?:usd)?$/i;
const factors: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9 };

const form = 'must be an amount a day such as 2M tokens, 5 USD, or both: 2M tokens, 5 USD';

/** `2M tokens`, `5 USD`, or both with a comma: how much a day; k, M and G are powers of 1,000. */
export const budget = z.string().transform((text, context): BudgetAmounts => {
	const parts = text.split(',').map((part) => amountIn(part.trim()));
	const units = new Set(parts.map((part) => part?.unit));
	const isUsable = parts.every((part) => part !== undefined && part.amount >= 1 && Number.isSafeInteger(part.amount));
	if (isUsable && units.size === parts.length)
		return Object.fromEntries(parts.flatMap((part) => (part ? [[part.unit, part.amount]] : [])));
	context.addIssue({ code: 'custom', message: form });
	return z.NEVER;
});

/** As `budget`, or `off`: nothing. */
export const budgetOrOff = z.union([z.literal('off').transform((): BudgetAmounts => ({})), budget], `${form}, or off`);

function amountIn(text: string): { readonly unit: keyof BudgetAmounts; readonly amount: number } | undefined {
	const [, count, factor = ''] = tokens.exec(text) ?? [];
	if (count !== undefined)
		return { unit: 'tokens', amount: Math.round(Number(count) * (factors[factor.toLowerCase()] ?? 1)) };
	const [, usd] = /usd|\$/i.test(text) ? (money.exec(text) ?? []) : [];
	return usd === undefined ? undefined : { unit: 'microUsd', amount: Math.round(Number(usd) * 1e6) };
}
