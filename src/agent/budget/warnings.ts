import type { Person } from '../../chat/thread.ts';
import type { Ledger } from './ledger.ts';
import { type Limits, type Standing, standingsOf } from './limits.ts';
import type { Payer, Scope } from './scopes.ts';
import { muchText, nearText } from './words.ts';

/** Something that people are told once a day. */
export interface Warning {
	readonly text: string;
	/** For this person's eyes only. */
	readonly to?: Pick<Person, 'id' | 'name'>;
	/** It was told: it is not told again today. */
	told(): Promise<void>;
}

/** From this part of a limit on it is told. */
const near = 0.8;

export interface WarningDeps {
	readonly ledger: Ledger;
	readonly limits: Limits;
	readonly zone: string;
	/** Those that are being told: two sessions that come to the same at once tell it once. */
	readonly telling: Set<string>;
}

/** All that is to be told of somebody's budgets now. Whoever asks tells it. */
export async function warningsFor(
	scopes: readonly Scope[],
	payer: Payer,
	deps: WarningDeps,
): Promise<readonly Warning[]> {
	const found: Warning[] = [];
	for (const scope of scopes) found.push(...(await warningsOf(scope, payer, deps)));
	return found;
}

async function warningsOf(scope: Scope, { person }: Payer, deps: WarningDeps): Promise<readonly Warning[]> {
	const { ledger, limits, zone, telling } = deps;
	const much = scope.kind === 'place' ? limits.warns : {};
	if (!limits.stops[scope.kind] && Object.keys(much).length === 0) return [];
	const sums = await ledger.read(scope);
	const due = [
		...standingsOf(scope, sums, limits.stops[scope.kind]).map((one) => ({ ...one, name: 'near', from: near })),
		// A limit that is raised for a day is another one.
		...standingsOf(scope, { ...sums, raised: undefined }, much).map((one) => ({ ...one, name: 'much', from: 1 })),
	];
	return due
		.filter(({ used, limit, from }) => used >= limit * from)
		.map((one) => ({ ...one, mark: markOf(one) }))
		.filter(({ mark }) => !sums.told?.includes(mark) && !telling.has(`${sums.id} ${mark}`))
		.map(({ mark, ...one }) => {
			telling.add(`${sums.id} ${mark}`);
			return {
				text: one.name === 'near' ? nearText(one, zone) : muchText(one, zone),
				...(scope.kind === 'person' && person && { to: { id: person.id, name: person.name } }),
				told: async () => {
					await ledger.change(scope, sums.day, (now) => ({ ...now, told: [...(now.told ?? []), mark] }));
					telling.delete(`${sums.id} ${mark}`);
				},
			};
		});
}

function markOf({ name, unit, limit }: Standing & { readonly name: string }): string {
	return `${name} ${limit} ${unit}`;
}
