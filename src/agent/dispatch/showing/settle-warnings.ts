import type { OpenTurn } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { isUnseen } from './once-it-speaks.ts';

/**
 * Keeps that people were told what the ended turn had to tell of budgets, or leaves it to another turn: one of which nothing was shown. Done again,
 * it changes nothing. Rejects as the store does.
 */
export async function settleWarnings(
	open: OpenTurn,
	session: Session,
	{ budgets }: Pick<DispatchDeps, 'budgets'>,
	showing: 'shown' | 'unseen',
): Promise<void> {
	const outcome = isUnseen(open, session) ? 'unseen' : showing;
	let { thread } = open;
	for (const { step } of open.entries) {
		// Whoever was taken in last pays, in the thread where they have said it: not always that of the turn's first words.
		if (step.type === 'taken') thread = step.thread;
		if (step.type !== 'notice' || !step.warns) continue;
		const payer = { session: session.id, thread, person: step.to };
		await budgets?.warnings.settle(step.warns, { payer, turn: open.id }, outcome);
	}
}
