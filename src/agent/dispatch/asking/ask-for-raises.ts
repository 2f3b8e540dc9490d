import type { Question } from '../../../chat/question.ts';
import { type Raise, raiseQuestion } from '../../budget/raises.ts';
import { isAlone, isAside } from '../../session/aside.ts';
import { askedDirectly } from '../../session/asking-words.ts';
import type { OpenTurn } from '../../session/history.ts';
import { questionFor } from '../../session/question-for.ts';
import type { Session } from '../../session/session.ts';
import { readRecord } from '../../session/session-record.ts';
import type { DispatchDeps } from '../deps.ts';
import { ownWord, saySoon } from '../showing/say.ts';

/**
 * Asks an admin about each limit that was met in the session, once for all sessions: the session goes on meanwhile. Where there is no admin nobody
 * is asked. Rejects as the store and a platform do; done again, it asks nothing twice.
 */
export async function askForRaises(open: OpenTurn, session: Session, deps: DispatchDeps): Promise<void> {
	const { budgets } = deps;
	// Whoever talks to others is not told that we could not listen.
	if (!budgets || (isAside(open) && !isAlone(session.history()))) return;
	for (const raise of await budgets.raises.toAsk(session.id)) {
		const question = await questionOf(raise, open, session, deps);
		if (typeof question !== 'string') await ask(question, open, deps);
		const { seq: after } = session.history();
		await budgets.raises.asked(raise, typeof question === 'string' ? undefined : { question: question.id, after });
	}
}

/** The question, in the thread and for the person of the turn that met it; a sentence where nobody could answer it. */
async function questionOf(
	raise: Raise,
	{ thread, entries }: OpenTurn,
	{ id: session, folder }: Session,
	{ roleOf, places, answerMs }: DispatchDeps,
): Promise<Question | string> {
	const { text, choices } = raiseQuestion(raise);
	const until = new Date(Date.now() + answerMs).toISOString();
	const facts = { session, turn: raise.id, name: raise.id, decides: { kind: 'budget' as const }, until };
	const record = await readRecord(folder, places);
	const person = entries
		.flatMap(({ step }) => (step.type === 'taken' && step.message.role === 'user' ? [step.message.person] : []))
		.at(-1);
	return questionFor({ text, answer: { kind: 'choices', choices }, role: 'admin' }, facts, {
		thread,
		person,
		record,
		roleOf,
		places,
	});
}

async function ask(question: Question, { thread, id: answers }: OpenTurn, deps: DispatchDeps): Promise<void> {
	await deps.store.records.put('question', question.session, question.id, question);
	await deps.onParked(question);
	const words = question.policy === 'first-directly' ? { text: askedDirectly } : { text: '', asks: question };
	await saySoon(question.session, ownWord({ turn: question.turn, thread, answers, ...words }), deps);
}
