import type { Places } from '../../chat/places.ts';
import type { Person } from '../../chat/thread.ts';
import type { DaySums } from './day-sums.ts';
import type { Ledger } from './ledger.ts';
import { type Limits, type Standing, standingsOf } from './limits.ts';
import { type Payer, type Scope, scopesOf } from './scopes.ts';
import { muchText, nearText } from './words.ts';

/** Something that people are told once a day. */
export interface Warning {
	readonly text: string;
	/** For this person's eyes only. */
	readonly to?: Pick<Person, 'id' | 'name'>;
	readonly warns: Warned;
}

/** Of whom and of which day it tells, and what. */
export interface Warned {
	readonly kind: string;
	readonly day: string;
	readonly mark: string;
}

/** A turn that tells. */
export interface Telling {
	readonly payer: Payer;
	readonly turn: string;
}

/** Tells of budgets that are nearly used up. */
export interface Warnings {
	/** All that this turn is to tell now: nobody else does, until it is settled. */
	due(telling: Telling): Promise<readonly Warning[]>;
	/** Keeps that a turn has told it, so that nobody does again that day; or that nobody has seen it, so that another turn tells it. */
	settle(warned: Warned, telling: Telling, outcome: 'shown' | 'unseen'): Promise<void>;
}

/** From this part of a limit on it is told. */
const near = 0.8;

export interface WarningDeps {
	readonly ledger: Ledger;
	readonly limits: Limits;
	readonly zone: string;
	readonly places: Places;
}

export function createWarnings(deps: WarningDeps): Warnings {
	const { ledger, places } = deps;
	return {
		async due({ payer, turn }) {
			const found: Warning[] = [];
			const by = `${payer.session}/${turn}`;
			for (const scope of scopesOf(payer, places)) found.push(...(await dueOf(scope, payer, by, deps)));
			return found;
		},
		async settle({ kind, day, mark }, { payer, turn }, outcome) {
			const scope = scopesOf(payer, places).find((one) => one.kind === kind);
			if (scope) await ledger.change(scope, day, (sums) => settled(sums, mark, `${payer.session}/${turn}`, outcome));
		},
	};
}

async function dueOf(scope: Scope, { person }: Payer, by: string, deps: WarningDeps): Promise<readonly Warning[]> {
	const { ledger, limits, zone } = deps;
	const much = scope.kind === 'place' ? limits.warns : {};
	if (!limits.stops[scope.kind] && Object.keys(much).length === 0) return [];
	const sums = await ledger.read(scope);
	const near80 = standingsOf(scope, sums, limits.stops[scope.kind]).filter(({ used, limit }) => used >= limit * near);
	// A limit that is raised for a day is another one.
	const over = standingsOf(scope, { ...sums, raised: undefined }, much).filter(({ used, limit }) => used >= limit);
	const due = [
		...near80.map((one) => ({ mark: markOf('near', one), text: nearText(one, zone) })),
		...over.map((one) => ({ mark: markOf('much', one), text: muchText(one, zone) })),
	];
	const to = scope.kind === 'person' && person ? { to: { id: person.id, name: person.name } } : {};
	const mine: Warning[] = [];
	for (const { mark, text } of due)
		if (await claim(mark, by, { scope, sums, ledger }))
			mine.push({ text, ...to, warns: { kind: scope.kind, day: sums.day, mark } });
	return mine;
}

interface Claiming {
	readonly scope: Scope;
	readonly sums: DaySums;
	readonly ledger: Ledger;
}

/** Whether this turn is the one that tells it: kept, as another session may come to the same at once, and the process may die before it is told. */
async function claim(mark: string, by: string, { scope, sums, ledger }: Claiming): Promise<boolean> {
	if (isTaken(sums, mark, by)) return false;
	let isMine = false;
	await ledger.change(scope, sums.day, (now) => {
		isMine = !isTaken(now, mark, by);
		return isMine ? { ...now, telling: [...othersIn(now, mark), { mark, by }] } : now;
	});
	return isMine;
}

/** An earlier turn of the same session tells nothing any more. */
function isTaken({ told, telling }: DaySums, mark: string, by: string): boolean {
	const teller = telling?.find((one) => one.mark === mark)?.by;
	return told?.includes(mark) === true || (teller !== undefined && sessionIn(teller) !== sessionIn(by));
}

function settled(sums: DaySums, mark: string, by: string, outcome: 'shown' | 'unseen'): DaySums {
	if (!sums.telling?.some((one) => one.mark === mark && one.by === by)) return sums;
	const { telling: _telling, ...rest } = sums;
	const others = othersIn(sums, mark);
	const told = outcome === 'shown' ? { told: [...(sums.told ?? []), mark] } : {};
	return { ...rest, ...told, ...(others.length > 0 && { telling: others }) };
}

function othersIn({ telling = [] }: DaySums, mark: string) {
	return telling.filter((one) => one.mark !== mark);
}

function sessionIn(by: string): string {
	return by.slice(0, by.lastIndexOf('/'));
}

function markOf(name: 'near' | 'much', { unit, limit }: Standing): string {
	return `${name} ${limit} ${unit}`;
}
