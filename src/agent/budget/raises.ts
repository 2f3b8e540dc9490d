import { z } from 'zod';
import { kept } from '../../base/kept.ts';
import { createSerial, type Serial } from '../../base/serial.ts';
import { digestOf } from '../../chat/asked.ts';
import type { Records } from '../../store/records.ts';
import { amountText, units } from './amounts.ts';
import type { Ledger, Refusal } from './ledger.ts';
import { scopeKinds } from './scopes.ts';
import { raiseText } from './words.ts';

/** A limit that was met, and that somebody may raise: kept under its own name, so that it is asked about once. */
const raiseSchema = kept({
	id: z.string(),
	session: z.string(),
	scope: kept({ kind: z.enum(scopeKinds), owner: z.string(), key: z.string() }),
	unit: z.enum(units),
	limit: z.number().int().positive(),
	day: z.string(),
	/** `asked`: somebody was asked, or there is nobody. */
	state: z.enum(['met', 'asked']),
	question: z.string().optional(),
	/** The number of the session's newest journal entry when somebody was asked. */
	after: z.number().int().nonnegative().optional(),
});
export type Raise = z.infer<typeof raiseSchema>;

/** How many times a limit may be raised to at once. */
const factors = [2, 5] as const;
const leave = 'Leave it';

interface RaiseDeps {
	readonly records: Records;
	readonly ledger: Ledger;
	readonly asking: AskingNow;
}

/** The ids of raises about which a session asks now; what several sessions do at once is done one after the other. */
export interface AskingNow {
	readonly ids: Set<string>;
	readonly inTurn: Serial;
}

export function createAskingNow(): AskingNow {
	return { ids: new Set(), inTurn: createSerial() };
}

/** Keeps that a limit was met in a session, unless somebody was asked about it in any, or is being asked. */
export function keepMet(
	{ scope, unit, limit, day }: Refusal,
	session: string,
	{ records, asking }: Omit<RaiseDeps, 'ledger'>,
): Promise<void> {
	return asking.inTurn(async () => {
		const id = `budget-${digestOf(`${scope.key} ${day} ${unit} ${limit}`)}`;
		const known = await records.get('raise', id, raiseSchema);
		// One that is not there any more went with the session that was asking.
		if (known?.state === 'asked' || (known && asking.ids.has(id))) return;
		asking.ids.delete(id);
		const raise: Raise = { id, session, scope, unit, limit, day, state: 'met' };
		await records.put('raise', session, id, raise);
	});
}

/**
 * The limits of today that were met in a session and about which nobody was asked: one of a day that is over is open again. No other session asks
 * about these until it is kept that somebody was asked.
 */
export function raisesToAsk(session: string, { records, ledger, asking }: RaiseDeps): Promise<readonly Raise[]> {
	return asking.inTurn(async () => {
		const raises = await records.list('raise', session, raiseSchema);
		const met = raises.filter(({ state, day }) => state === 'met' && day === ledger.today());
		for (const { id } of met) asking.ids.add(id);
		return met;
	});
}

/** The question that somebody was asked, and where the session was then. */
export type Asking = Required<Pick<Raise, 'question' | 'after'>>;

/** Keeps that somebody was asked; without a question, that there is nobody to ask. */
export function keepAsked(raise: Raise, about: Asking | undefined, { records, asking }: Omit<RaiseDeps, 'ledger'>) {
	return asking.inTurn(async () => {
		await records.put('raise', raise.session, raise.id, { ...raise, state: 'asked' as const, ...about });
		asking.ids.delete(raise.id);
	});
}

/** The question to an admin, and the answers that there are. Pure. */
export function raiseQuestion({ scope, unit, limit }: Raise) {
	const choices = factors.map((factor) => `Raise it to ${amountText(unit, limit * factor)}`);
	return { text: raiseText({ scope, unit, limit }), choices: [...choices, leave] };
}

/** A sentence for the thread on what came of an answer; of a limit that was raised, how to go on stands behind it. */
export interface Decision {
	readonly text: string;
	readonly raised?: Raise;
}

/**
 * Does what was answered to a question. The same again changes nothing; a day that is over is not changed.
 */
export async function decideRaise(
	question: { readonly id: string; readonly name: string },
	{ value, by }: { readonly value: unknown; readonly by: string },
	{ records, ledger }: Omit<RaiseDeps, 'asking'>,
): Promise<Decision> {
	const raise = await records.get('raise', question.name, raiseSchema);
	if (!raise || raise.question !== question.id)
		return { text: 'Not raised: which limit was meant is not known any more.' };
	const factor = factors.find((_, at) => raiseQuestion(raise).choices[at] === value);
	if (factor === undefined) return { text: `${by} leaves the budget as it is.` };
	if (raise.day !== ledger.today()) return { text: 'Not raised: that day is over, and the budget is open again.' };
	const { scope, unit, limit, day } = raise;
	const to = limit * factor;
	await ledger.change(scope, day, (sums) => {
		if ((sums.raised?.[unit] ?? 0) >= to) return sums;
		return { ...sums, raised: { ...sums.raised, [unit]: to } };
	});
	return { text: `${by} has raised the budget for today to ${amountText(unit, to)}.`, raised: raise };
}
