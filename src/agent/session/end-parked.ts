import { type Question, waitingCall } from '../../chat/question.ts';
import type { Step } from '../../store/journal.ts';
import type { Records } from '../../store/records.ts';
import { answerText } from './asking-words.ts';
import { endedBy, type StopOrder } from './ended-by.ts';
import { answerTo, openQuestions, unanswered, waitingCalls } from './history.ts';
import { hasUsedTools, notLookedInto } from './past/uncollected.ts';
import type { Session } from './session.ts';

/** How a turn ends that waits for answers, and why, for the Brain. */
export interface ParkedEnd extends Omit<Extract<Step, { type: 'ended' }>, 'turn' | 'type'> {
	readonly why: string;
}

/** Ends the session's turn that waits for an answer, as stopped; it is still to be shown. False when none waits. */
export function stopParked(
	session: Session,
	{ person, key, takenBack }: StopOrder,
	records: Records,
): Promise<boolean> {
	return endParked(session, { why: `Stopped by ${person}`, ...endedBy({ key, takenBack }, []) }, records);
}

/**
 * Lets the session's turn that waits for an answer go on without one: the stop, which still waits, then ends it as it ends any other, with
 * what it has made. False when none waits.
 */
export async function unparkToStop(session: Session, { person }: StopOrder, records: Records): Promise<boolean> {
	const [first] = openQuestions(session.history());
	if (!first) return false;
	await withdrawAll(`Stopped by ${person}`, session, records);
	await keepAnswers(first.turn, session);
	return true;
}

/** Ends the session's turn that waits for an answer; it is still to be shown, and files of one that failed are still to be had. False when none waits. */
export async function endParked(session: Session, { why, ...end }: ParkedEnd, records: Records): Promise<boolean> {
	const [first] = openQuestions(session.history());
	if (!first) return false;
	await withdrawAll(why, session, records);
	await keepAnswers(first.turn, session);
	const { open } = session.history();
	const isToLeaveFiles = end.outcome.outcome === 'failed' && hasUsedTools(open?.entries ?? []);
	if (isToLeaveFiles) await session.record(notLookedInto(first.turn, 'was not looked into'));
	await session.record({ turn: first.turn, type: 'ended', ...end });
	return true;
}

/** Answers the calls that the turn waits for in another way than by an answer; their questions are open no more, and what waits behind them is not begun. */
export async function withdrawAll(text: string, session: Session, records: Records): Promise<void> {
	const [first, ...others] = openQuestions(session.history());
	if (!first) return;
	for (const callId of waitingCalls(session.history()))
		await session.record({ turn: first.turn, type: 'tool-finished', callId, ok: false, text: notBegun, ms: 0 });
	for (const question of [first, ...others]) await withdraw(question, text, session, records);
}

const notBegun = 'Not begun: what it waited for was not answered.';

async function withdraw(question: Question, text: string, session: Session, records: Records): Promise<void> {
	const { turn, id } = question;
	const callId = waitingCall(question) ?? question.name;
	await session.record({ turn, type: 'tool-finished', callId, ok: false, text, ms: 0 });
	await records.put('question', question.session, id, { ...question, state: 'withdrawn' });
}

/** The Brain knows the answers that came while the turn waited for more, though their calls do not go on. */
async function keepAnswers(turn: string, session: Session): Promise<void> {
	for (const { id: callId } of unanswered(session.history())) {
		const answer = answerTo(session.history(), callId);
		if (!answer) continue;
		const text = answerText(answer.value, answer.person.name);
		await session.record({ turn, type: 'tool-finished', callId, ok: false, text, ms: 0 });
	}
}
