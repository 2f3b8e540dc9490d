import { z } from 'zod';
import { kept } from '../../base/kept.ts';
import type { Records } from '../../store/records.ts';
import type { Amounts, Unit } from './amounts.ts';
import type { Day } from './days.ts';
import { dayId, type Scope } from './scopes.ts';

const amount = z.number().int().nonnegative();

/** The use of one of those for whom is counted, on one day. */
const sumsSchema = kept({
	id: z.string(),
	day: z.string(),
	inputTokens: amount,
	outputTokens: amount,
	microUsd: amount,
	calls: amount,
	/** Of these calls: those that no server has counted, and those of models without a known price. */
	estimated: amount,
	unpriced: amount,
	/** To how much an admin has raised the limits of this day. */
	raised: kept({ tokens: amount.optional(), microUsd: amount.optional() }).optional(),
	/** Of which limits it was told that they are near; and which turns, as `<session>/<turn>`, are about to. */
	told: z.array(z.string()).optional(),
	telling: z.array(kept({ mark: z.string(), by: z.string() })).optional(),
	/** The person has asked to be forgotten: it goes when the day is over. */
	forgotten: z.literal(true).optional(),
});
export type DaySums = z.infer<typeof sumsSchema>;

/** One call, as it is counted. */
export interface Booking {
	readonly inputTokens: number;
	readonly outputTokens: number;
	/** Undefined: its price is not known. */
	readonly microUsd: number | undefined;
	readonly counted: 'by-server' | 'estimated';
}

export function noSums(scope: Scope, day: Day): DaySums {
	const none = { inputTokens: 0, outputTokens: 0, microUsd: 0, calls: 0, estimated: 0, unpriced: 0 };
	return { id: dayId(scope, day), day, ...none };
}

/** The sums with one call more. Pure. */
export function withCall(sums: DaySums, { inputTokens, outputTokens, microUsd, counted }: Booking): DaySums {
	return {
		...sums,
		inputTokens: sums.inputTokens + inputTokens,
		outputTokens: sums.outputTokens + outputTokens,
		microUsd: sums.microUsd + (microUsd ?? 0),
		calls: sums.calls + 1,
		estimated: sums.estimated + (counted === 'estimated' ? 1 : 0),
		unpriced: sums.unpriced + (microUsd === undefined ? 1 : 0),
	};
}

/** How much of a unit was used. Pure. */
export function usedOf({ inputTokens, outputTokens, microUsd }: DaySums, unit: Unit): number {
	return unit === 'tokens' ? inputTokens + outputTokens : microUsd;
}

/** The limit of a day: as it is set, or as it was raised. Pure. */
export function limitOf(unit: Unit, set: Amounts, { raised }: DaySums): number | undefined {
	const limit = set[unit];
	return limit === undefined ? undefined : Math.max(limit, raised?.[unit] ?? 0);
}

/** The sums of a day; none where nothing was counted. */
export async function readSums(scope: Scope, day: Day, records: Pick<Records, 'get'>): Promise<DaySums> {
	return (await records.get('spent', dayId(scope, day), sumsSchema)) ?? noSums(scope, day);
}

export async function keepSums(scope: Pick<Scope, 'owner'>, sums: DaySums, records: Pick<Records, 'put'>) {
	await records.put('spent', scope.owner, sums.id, sums);
}

/** Everything that is kept under a name, oldest first. */
export function allSums(owner: string, records: Pick<Records, 'list'>): Promise<readonly DaySums[]> {
	return records.list('spent', owner, sumsSchema);
}
