import type { Question } from '../../chat/question.ts';
import type { Records } from '../../store/store.ts';
import { endedBy, type StopOrder } from './ended-by.ts';
import { askingCall, openQuestions } from './history.ts';
import type { Session } from './session.ts';

/** Ends the session's turn that waits for an answer, as stopped; it is still to be shown. False when none waits. */
export async function endParked(
	session: Session,
	{ person, key, takenBack }: StopOrder,
	records: Records,
): Promise<boolean> {
	const questions = openQuestions(session.history());
	const [first] = questions;
	if (!first) return false;
	for (const question of questions)
		await withdraw(question, { ok: false, text: `Stopped by ${person}` }, session, records);
	await session.record({ turn: first.turn, type: 'ended', ...endedBy({ key, takenBack }, []) });
	return true;
}

/** Answers the call that asked in another way than by an answer; its question is open no more. */
export async function withdraw(
	question: Question,
	result: { readonly ok: boolean; readonly text: string },
	session: Session,
	records: Records,
): Promise<void> {
	const callId = askingCall(question);
	await session.record({ turn: question.turn, type: 'tool-finished', callId, ...result, ms: 0 });
	await records.put('question', question.session, question.id, { ...question, state: 'withdrawn' });
}
