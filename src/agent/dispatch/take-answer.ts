import type { Inbound } from '../../store/inbound.ts';
import { type Question, questionSchema } from '../../store/question.ts';
import { mayAnswer } from '../people.ts';
import { readRecord, standingOf } from '../session-record.ts';
import { answerText } from '../turn/ask-user.ts';
import { openQuestion } from '../turn/history.ts';
import type { Session } from '../turn/session.ts';
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

/** One that was answered stays silent: the same answer may come again after a crash. */
async function explainClosed(inbound: AnswerInbound, session: Session, deps: DispatchDeps): Promise<void> {
	const question = await deps.store.records.get('question', inbound.question, questionSchema);
	if (question?.state === 'answered' || inbound.value === null) return;
	await say(session.folder.paths.session, inbound, 'That question is no longer open.', deps);
}
