import type { AgentEvent } from '../../../chat/events.ts';
import type { Warned } from '../../budget/warnings.ts';
import { payerOf } from '../payer.ts';
import { record, stepsOf, type TurnScope } from '../scope.ts';
import { isSilence } from './stay-silent.ts';

/**
 * Tells that a budget is nearly used up, once a day: the thread, or whoever's it is alone. A turn that stays silent tells nothing. That it was told
 * is kept when the turn was shown.
 */
export async function* tellBudgets(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { turn, parts, session } = scope;
	const newest = session.history().messages.at(-1);
	if (newest?.role === 'assistant' && isSilence(newest.calls)) return;
	const due = await parts.budgets?.warnings.due({ payer: payerOf(scope)(), turn });
	for (const { text, to, warns } of due ?? []) {
		const isKnown = stepsOf(scope).some((step) => step.type === 'notice' && isSame(step.warns, warns));
		if (!isKnown) yield* record(scope, { turn, type: 'notice', text, warns, ...(to && { to }) });
	}
}

/** Limits of several that a call counts for may be equally high: their marks are one then. */
function isSame(told: Warned | undefined, { kind, day, mark }: Warned): boolean {
	return told?.kind === kind && told.day === day && told.mark === mark;
}
