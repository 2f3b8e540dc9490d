import type { AgentEvent } from '../../../chat/events.ts';
import { payerOf } from '../payer.ts';
import { record, stepsOf, type TurnScope } from '../scope.ts';
import { isSilence } from './stay-silent.ts';

/** Tells that a budget is nearly used up, once a day: the thread, or whoever's it is alone. A turn that stays silent tells nothing. */
export async function* tellBudgets(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { turn, parts, session } = scope;
	const newest = session.history().messages.at(-1);
	if (newest?.role === 'assistant' && isSilence(newest.calls)) return;
	for (const { text, to, told } of (await parts.budgets?.warnings(payerOf(scope)())) ?? []) {
		// A crash may have come before it was kept that it was told.
		const isKnown = stepsOf(scope).some((step) => step.type === 'notice' && step.text === text);
		if (!isKnown) yield* record(scope, { turn, type: 'notice', text, ...(to && { to }) });
		await told();
	}
}
