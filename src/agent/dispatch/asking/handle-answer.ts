import { inTurn } from '../../../base/in-turn.ts';
import type { AnswerInbound, MessageInbound } from '../../../chat/inbound.ts';
import { type Question, waitingCall } from '../../../chat/question.ts';
import { answerIn } from '../../session/asking-words.ts';
import { openQuestion, openQuestions } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { say } from '../showing/say.ts';
import { explainClosed, ownQuestion } from './explain-closed.ts';
import { isAllowed } from './is-allowed.ts';
import { settle } from './settle.ts';

/**
 * Handles an answer, or a question's expiry: the first that comes from somebody who may answer decides, whoever else was asked. Two that
 * come at once are handled one after the other. True when the turn that had asked may go on.
 */
export function handleAnswer(inbound: AnswerInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	return inTurn(session.folder.files, async () => {
		const question = await findOpen(inbound.question, session, deps);
		if (question) return await handleOpen(inbound, question, session, deps);
		await explainClosed(inbound, session, deps);
		return false;
	});
}

/** Handles an answer that no turn waits for. False for any other, whose turn comes in the order. */
export async function handleFreeAnswer(inbound: AnswerInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	const question = await ownQuestion(inbound.question, session, deps);
	if (!question || waitingCall(question) !== undefined) return false;
	await handleAnswer(inbound, session, deps);
	return true;
}

/** Handles a message as the answer to the open question, where its words are one. True when they were. */
export async function handleAnsweringWords(
	message: MessageInbound,
	session: Session,
	deps: DispatchDeps,
): Promise<boolean> {
	const question = openQuestion(session.history());
	const value = question && message.files.length === 0 ? answerIn(message.text, question.answer) : undefined;
	if (!question || value === undefined || isLate(message, question)) return false;
	if (!(await isAllowed(message, question, session, deps))) return false;
	await settle({ ...message, value, words: message.key }, question, session, deps);
	return true;
}

/**
 * Whether a message is talk beside the open question: it names nobody, and is neither of whoever asked for the turn nor of somebody who may
 * answer. The question stays open: it was not for them to answer, and is not for them to withdraw.
 */
export async function isBesideQuestion(
	message: MessageInbound,
	session: Session,
	deps: DispatchDeps,
): Promise<boolean> {
	const { open } = session.history();
	const question = openQuestion(session.history());
	if (!message.aside || !open || !question) return false;
	const asked = open.entries.flatMap(({ step }) =>
		step.type === 'taken' && step.message.role === 'user' ? [step.message.person?.id ?? ''] : [],
	);
	if (asked.some((id) => deps.places.isSamePerson(id, message.person.id))) return false;
	return !(await isAllowed(message, question, session, deps));
}

/** Of a question that a turn waits with the journal knows whether it is open, of any other its record. */
async function findOpen(id: string, session: Session, deps: DispatchDeps): Promise<Question | undefined> {
	const waiting = openQuestions(session.history()).find((question) => question.id === id);
	if (waiting) return waiting;
	const own = await ownQuestion(id, session, deps);
	return own?.state === 'open' && waitingCall(own) === undefined ? own : undefined;
}

async function handleOpen(
	inbound: AnswerInbound,
	question: Question,
	session: Session,
	deps: DispatchDeps,
): Promise<boolean> {
	if (inbound.value !== null && !(await isAllowed(inbound, question, session, deps))) {
		await say(question.session, inbound, { text: refusalOf(question), to: inbound.person }, deps);
		return false;
	}
	const value = isLate(inbound, question) ? null : inbound.value;
	await settle({ ...inbound, value }, question, session, deps);
	return waitingCall(question) !== undefined;
}

function isLate({ at }: Pick<AnswerInbound, 'at'>, { until }: Question): boolean {
	return Date.parse(at) > Date.parse(until);
}

function refusalOf({ role }: Question): string {
	return `This question is for ${role === 'admin' ? 'an admin' : 'someone else'} to answer.`;
}
