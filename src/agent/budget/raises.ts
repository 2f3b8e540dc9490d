import { z } from 'zod';
import { kept } from '../../base/kept.ts';
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
}

/** Keeps that a limit was met in a session, unless somebody was asked about it in any. */
export async function keepMet(
	refusal: Refusal,
	session: string,
	{ records }: Pick<RaiseDeps, 'records'>,
): Promise<void> {
	const { scope, unit, limit, day } = refusal;
	const id = `budget-${digestOf(`${scope.key} ${day} ${unit} ${limit}`)}`;
	if ((await records.get('raise', id, raiseSchema))?.state === 'asked') return;
	const raise: Raise = { id, session, scope, unit, limit, day, state: 'met' };
	await records.put('raise', session, id, raise);
}

/** The limits of today that were met in a session and about which nobody was asked: one of a day that is over is open again. */
export async function raisesToAsk(session: string, { records, ledger }: RaiseDeps): Promise<readonly Raise[]> {
	const raises = await records.list('raise', session, raiseSchema);
	return raises.filter(({ state, day }) => state === 'met' && day === ledger.today());
}

/** The question that somebody was asked, and where the session was then. */
export type Asking = Required<Pick<Raise, 'question' | 'after'>>;

/** Keeps that somebody was asked; without a question, that there is nobody to ask. */
export async function keepAsked(raise: Raise, asking: Asking | undefined, { records }: Pick<RaiseDeps, 'records'>) {
	const asked = { ...raise, state: 'asked' as const, ...asking };
	await records.put('raise', raise.session, raise.id, asked);
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
	{ records, ledger }: RaiseDeps,
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
