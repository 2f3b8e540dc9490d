import { amountText } from './amounts.ts';
import type { Refusal } from './ledger.ts';
import type { Standing } from './limits.ts';
import type { ScopeKind } from './scopes.ts';

const whose: Readonly<Record<ScopeKind, string>> = {
	session: "This session's",
	person: 'Your',
	channel: "This channel's",
	place: "The whole place's",
};

/** Tells people that a turn ends: which budget is used up, how much of it, until when. Pure. */
export function refusalText({ scope, unit, limit, used, needs }: Refusal, zone: string): string {
	// It stands in the history, from which a name could not be taken any more.
	const budget = scope.kind === 'person' ? 'The budget of whoever asked' : `${whose[scope.kind]} budget`;
	const spent = `${amountText(unit, used)} of ${amountText(unit, limit)} are spent, and the next call takes at least ${amountText(unit, needs)}`;
	return `${budget} for today is used up: ${spent}. It holds until midnight (${zone})`;
}

/** Tells people that a budget is nearly used up. Pure. */
export function nearText({ scope, unit, limit, used }: Standing, zone: string): string {
	const percent = Math.floor((used / limit) * 100);
	const share = `${percent} % of its limit (${amountText(unit, used)} of ${amountText(unit, limit)})`;
	return `${whose[scope.kind]} budget for today is at ${share}. Where it is used up turns end, until midnight (${zone}).`;
}

/** Tells a place that it uses more than was thought of; nothing comes of it. Pure. */
export function muchText({ unit, limit, used }: Standing, zone: string): string {
	return `This place has used ${amountText(unit, used)} today (${zone}), more than the ${amountText(unit, limit)} from which whoever runs this wants it told (BUDGET_PLACE_WARNING). Nothing is stopped.`;
}

/** Asks an admin whether a limit is raised. Names nobody: who asks stands beside it. Pure. */
export function raiseText({
	scope,
	unit,
	limit,
}: Pick<Standing, 'unit' | 'limit'> & { readonly scope: { readonly kind: ScopeKind } }): string {
	const of = { session: 'a session', person: 'the person who asked', channel: 'the channel', place: 'the whole place' };
	return `The budget of ${of[scope.kind]} for today, ${amountText(unit, limit)}, is used up. Raise it for today?`;
}
