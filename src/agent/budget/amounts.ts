/** Tokens, or millionths of a US dollar. */
export const units = ['tokens', 'microUsd'] as const;
export type Unit = (typeof units)[number];

/** How much of each; a unit that is missing is of no account. */
export type Amounts = { readonly [U in Unit]?: number | undefined };

/** `1.2M tokens`, `0.52 USD`. Pure. */
export function amountText(unit: Unit, amount: number): string {
	return unit === 'tokens' ? `${tokensText(amount)} tokens` : `${usdText(amount)} USD`;
}

/** `950`, `12.3k`, `1.2M`. Pure. */
export function tokensText(tokens: number): string {
	if (tokens < 1_000) return String(Math.round(tokens));
	// Whatever would be rounded to 1000k is a million.
	return tokens < 999_500 ? `${short(tokens / 1_000)}k` : `${short(tokens / 1_000_000)}M`;
}

/** US dollars, with as many places as tell something. Pure. */
export function usdText(microUsd: number): string {
	const usd = microUsd / 1_000_000;
	if (usd === 0) return '0';
	return usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2).replace(/\.00$/, '');
}

function short(count: number): string {
	return (count < 100 ? count.toFixed(1) : count.toFixed(0)).replace(/\.0$/, '');
}
