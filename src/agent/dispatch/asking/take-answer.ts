import { z } from 'zod';
import type { Inbound } from '../../../chat/inbound.ts';
import type { Question } from '../../../chat/question.ts';
import type { Person } from '../../../chat/thread.ts';
import { openQuestion, openQuestions } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import { answerIn, answerText, closingText } from '../../turn/ask-user.ts';
import type { DispatchDeps } from '../deps.ts';
import { say } from '../showing/say.ts';
import { closeAsked } from './ask-admins.ts';
import { explainClosed } from './explain-closed.ts';
import { refusalOf, takeStandingAnswer } from './standing.ts';
import { mayDecide } from './who-decides.ts';

export type AnswerInbound = Extract<Inbound, { type: 'answer' }>;

/** Takes an answer, or a question's expiry, as the result of the call that asked. True when the turn may go on. */
export async function takeAnswer(inbound: AnswerInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	const question = openQuestions(session.history()).find(({ id }) => id === inbound.question);
	if (!question) {
		if (!(await takeStandingAnswer(inbound, session, deps))) await explainClosed(inbound, session, deps);
		return false;
	}
	if (inbound.value !== null && !(await isAllowed(inbound, question, session, deps))) {
		await say(question.session, inbound, { text: refusalOf(question), to: inbound.person }, deps);
		return false;
	}
	await keepAnswer(inbound, question, session, deps);
	return true;
}

/** Takes a message as the answer to the open question, where its words are one. True when they were. */
export async function takeWordsAsAnswer(
	inbound: Extract<Inbound, { type: 'message' }>,
	session: Session,
	deps: DispatchDeps,
): Promise<boolean> {
	const question = openQuestion(session.history());
	const value = question && inbound.files.length === 0 ? answerIn(inbound.text, question.answer) : undefined;
	if (!question || value === undefined || !(await isAllowed(inbound, question, session, deps))) return false;
	await keepAnswer({ ...inbound, value, words: inbound.key }, question, session, deps);
	return true;
}

/** Rights are those of the thread in which the turn is. */
function isAllowed(inbound: Inbound, question: Question, session: Session, deps: DispatchDeps): Promise<boolean> {
	const thread = session.history().open?.thread ?? inbound.thread;
	return mayDecide(inbound, question, { session, thread }, deps);
}

interface Answer {
	readonly key: string;
	readonly value: unknown;
	readonly person: Person;
	/** The key of the message that it was. */
	readonly words?: string;
}

async function keepAnswer(
	{ key, value, person, words }: Answer,
	question: Question,
	session: Session,
	deps: DispatchDeps,
): Promise<void> {
	const { turn, id } = question;
	await session.record({ turn, ...stepOf({ value, person }, question), ...(words && { by: words }) });
	const state = value === null ? 'expired' : 'answered';
	await deps.store.records.put('question', question.session, id, { ...question, state, answeredBy: key });
	if (question.directly) await closeAsked(question, closingText(answerText(value, person.name)), deps);
}

/** What an answer is to its call: its result, or what it goes on with. */
function stepOf({ value, person }: Pick<Answer, 'value' | 'person'>, { callId, resumes, id }: Question) {
	if (resumes !== undefined)
		return {
			type: 'answered',
			callId: resumes,
			question: id,
			value: z.json().parse(value),
			person: nameOf(person),
		} as const;
	return { type: 'tool-finished', callId, ok: value !== null, text: answerText(value, person.name), ms: 0 } as const;
}

function nameOf({ id, name }: Person): Person {
	return { id, name };
}
