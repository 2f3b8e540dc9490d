import type { Inbound } from '../../store/inbound.ts';
import { type Question, questionSchema } from '../../store/question.ts';
import { mayAnswer } from '../people.ts';
import { openQuestion } from '../session/history.ts';
import type { Session } from '../session/session.ts';
import { readRecord, standingOf } from '../session/session-record.ts';
import { answerText } from '../turn/ask-user.ts';
import type { DispatchDeps } from './deps.ts';
import { say } from './say.ts';

export type AnswerInbound = Extract<Inbound, { type: 'answer' }>;

/** Takes an answer, or a question's expiry, as the result of the call that asked. True when the turn may go on. */
export async function takeAnswer(inbound: AnswerInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	const question = openQuestion(session.history());
	if (question?.id !== inbound.question) {
		await explainClosed(inbound, session, deps);
		return false;
	}
	if (inbound.value !== null && !(await isAllowed(inbound, question, session))) {
		await say(question.session, inbound, 'This question is for someone else to answer.', deps);
		return false;
	}
	await keepAnswer(inbound, question, session, deps);
	return true;
}

async function isAllowed({ person }: AnswerInbound, question: Question, session: Session): Promise<boolean> {
	return mayAnswer(question, person, standingOf(person, await readRecord(session.folder)));
}

async function keepAnswer(
	inbound: AnswerInbound,
	question: Question,
	session: Session,
	{ store }: DispatchDeps,
): Promise<void> {
	const { turn, callId, id } = question;
	const text = answerText(inbound.value, inbound.person.name);
	await session.record({ turn, type: 'tool-finished', callId, ok: inbound.value !== null, text, ms: 0 });
	await store.records.put('question', question.session, id, {
		...question,
		state: inbound.value === null ? 'expired' : 'answered',
	});
}

/** Said only of one that expired or was withdrawn: the answer to one that was answered may come again after a crash. */
async function explainClosed(
	inbound: AnswerInbound,
	session: Session,
	{ store, ...rest }: DispatchDeps,
): Promise<void> {
	const question = await store.records.get('question', inbound.question, questionSchema);
	if (question?.state === 'open')
		await store.records.put('question', question.session, question.id, { ...question, state: 'answered' });
	const closed = question === undefined || question.state === 'expired' || question.state === 'withdrawn';
	if (closed && inbound.value !== null)
		await say(session.folder.paths.session, inbound, 'That question is no longer open.', { store, ...rest });
}
