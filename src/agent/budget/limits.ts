import type { Amounts, Unit } from './amounts.ts';
import { type DaySums, limitOf, usedOf } from './day-sums.ts';
import type { Scope, ScopeKind } from './scopes.ts';

/** Limits of a day. */
export interface Limits {
	/** At these turns end. */
	readonly stops: { readonly [K in ScopeKind]?: Amounts | undefined };
	/** Above this a place is told, and nothing else. */
	readonly warns: Amounts;
}

/** One limit, as it holds for somebody today, and what was used. */
export interface Standing {
	readonly scope: Scope;
	readonly unit: Unit;
	readonly limit: number;
	readonly used: number;
}

/** Where somebody stands with each limit that they have. Pure. */
export function standingsOf(scope: Scope, sums: DaySums, set: Amounts | undefined): readonly Standing[] {
	return (['tokens', 'microUsd'] as const).flatMap((unit) => {
		const limit = set && limitOf(unit, set, sums);
		return limit === undefined ? [] : [{ scope, unit, limit, used: usedOf(sums, unit) }];
	});
}
