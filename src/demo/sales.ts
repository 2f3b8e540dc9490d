/** One made-up sale. */
export interface Sale {
	readonly region: string;
	readonly amount: number;
}

const regions = ['North', 'South', 'East', 'West', 'Coast', 'Hills', 'Islands', 'Lakes'];

/** A table of sales that is different each time: some of the regions, amounts in whole cents. `random` gives numbers from 0 to below 1. */
export function randomSales(rows: number, random: () => number = Math.random): Sale[] {
	const some = regions.filter(() => random() < 0.6);
	const chosen = some.length < 3 ? regions.slice(0, 4) : some;
	return Array.from({ length: rows }, () => ({
		region: chosen[Math.floor(random() * chosen.length)] ?? 'North',
		amount: Math.round(random() * 100_000) / 100,
	}));
}

/** The table as a CSV file. */
export function salesCsv(sales: readonly Sale[]): string {
	return ['region,amount', ...sales.map(({ region, amount }) => `${region},${amount.toFixed(2)}`)]
		.join('\n')
		.concat('\n');
}

/** Totals per region in cents, computed here and not in the sandbox: what the tool's answer is held against. */
export function totalsInCents(sales: readonly Sale[]): ReadonlyMap<string, number> {
	const totals = new Map<string, number>();
	for (const { region, amount } of sales) totals.set(region, (totals.get(region) ?? 0) + Math.round(amount * 100));
	return totals;
}

/** The totals that a CSV of two columns states, in cents. Throws when a row is none of that. */
export function statedTotals(csv: string): ReadonlyMap<string, number> {
	const rows = csv.trim().split(/\r?\n/).slice(1);
	return new Map(
		rows.map((row) => {
			const [, region, amount] = /^([^,]+),(-?[\d.]+)$/.exec(row) ?? [];
			if (region === undefined) throw new Error(`Cannot read the row "${row}"`);
			return [region, Math.round(Number(amount) * 100)];
		}),
	);
}

/** Whether two sets of totals are the same. */
export function sameTotals(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
	return one.size === other.size && [...one].every(([region, cents]) => other.get(region) === cents);
}
