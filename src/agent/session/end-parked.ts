import type { Records } from '../../store/store.ts';
import { openQuestion } from './history.ts';
import type { Session } from './session.ts';

/** Ends the session's turn that waits for an answer, as stopped by `person`; it is still to be shown. False when none waits. */
export async function endParked(session: Session, person: string, records: Records): Promise<boolean> {
	const question = openQuestion(session.history());
	if (!question) return false;
	const { turn, callId } = question;
	const text = `Stopped by ${person}`;
	await session.record({ turn, type: 'tool-finished', callId, ok: false, text, ms: 0 });
	await session.record({ turn, type: 'ended', outcome: { outcome: 'stopped', stopped: [] } });
	await records.put('question', question.session, question.id, { ...question, state: 'withdrawn' });
	return true;
}
