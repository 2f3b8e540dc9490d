import { plainName } from '../../../base/text/markdown.ts';
import { timeIn } from '../../../base/text/time-zone.ts';
import type { AnswerInbound } from '../../../chat/inbound.ts';
import type { Question } from '../../../chat/question.ts';
import { answerText, closingText } from '../../session/asking-words.ts';
import { zoneOf } from '../../session/choices/preferences.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { ownWord, saySoon } from '../showing/say.ts';
import { closeAsked } from './ask-admins.ts';
import { resumeRefused } from './resume-refused.ts';

/** An answer of somebody who may answer; `value` null: nobody answered in time. */
export interface Answer extends Pick<AnswerInbound, 'key' | 'value' | 'person' | 'thread' | 'at'> {
	/** The key of the message that it was. */
	readonly words?: string;
}

/**
 * Does what the answer decides, keeps that the question has it, and takes the question away from all who were asked. After a crash in
 * between the same answer comes to the same.
 */
export async function settle(answer: Answer, question: Question, session: Session, deps: DispatchDeps): Promise<void> {
	const { key, value, person } = answer;
	const closing = closingText(answerText(value, person.name));
	const said = await carryOut(answer, question, session, { closing, deps });
	const state = value === null ? 'expired' : 'answered';
	await deps.store.records.put('question', question.session, question.id, { ...question, state, answeredBy: key });
	if (question.policy === 'first-directly') await closeAsked(question, joined(closing, said), deps);
}

interface Closing {
	readonly closing: string;
	readonly deps: DispatchDeps;
}

/** Words on what came of it, for those who were asked; of a call that goes on its thread sees that. */
async function carryOut(answer: Answer, question: Question, session: Session, close: Closing): Promise<string> {
	switch (question.decides.kind) {
		case 'call':
			await recordAnswer(
				{ ...answer, time: await lateTime(answer, question, session, close.deps) },
				{ turn: question.turn, id: question.id, call: question.decides.call },
				session,
			);
			return '';
		case 'share':
			return await decided(answer, { question, session }, close, decideOnShare);
		case 'budget':
			return await decided(answer, { question, session }, close, decideOnBudget);
	}
}

async function recordAnswer(
	{ value, person, words, time }: Answer & { readonly time: string | undefined },
	{ turn, id, call }: { readonly turn: string; readonly id: string; readonly call: string },
	session: Session,
): Promise<void> {
	const by = nameOf(person);
	const step = { turn, type: 'answered', callId: call, question: id, value, person: by } as const;
	await session.record({ ...step, ...(time !== undefined && { time }), ...(words !== undefined && { by: words }) });
}

/** Whoever answers sooner does so at about the time that the Brain knows, ms. */
const soonMs = 10 * 60_000;

/** When an answer was said, for whoever said it: "tomorrow" is another day where the question is of yesterday. Undefined for one that came soon. */
async function lateTime(
	{ at, person, value }: Answer,
	{ id }: Question,
	session: Session,
	{ store, places, usual }: DispatchDeps,
): Promise<string | undefined> {
	const asked = session.history().open?.entries.find(({ step }) => step.type === 'parked' && step.question.id === id);
	if (!asked || value === null || Date.parse(at) - Date.parse(asked.at) < soonMs) return undefined;
	return timeIn(await zoneOf(person, usual, { records: store.records, places }), new Date(at));
}

interface Asked {
	readonly question: Question;
	/** In which it was asked. */
	readonly session: Session;
}

type Decide = (answer: Answer, asked: Asked, deps: DispatchDeps) => Promise<string>;

/** The thread in which it arose is told, whoever has decided, and wherever. */
async function decided(answer: Answer, asked: Asked, { closing, deps }: Closing, decide: Decide): Promise<string> {
	const { question } = asked;
	const said = answer.value === null ? '' : await decide(answer, asked, deps);
	const { turn, session, thread = answer.thread, policy } = question;
	const words =
		policy === 'first-directly'
			? { turn: `${turn}-closed`, text: joined(closing, said) }
			: { turn, text: said, closes: { question, text: closing } };
	await saySoon(session, ownWord({ thread, answers: turn, ...words }), deps);
	return said;
}

/** Whoever had asked need not ask again where nothing has come in between. */
const decideOnBudget: Decide = async (answer, { question, session }, deps) => {
	const { value, person, at } = answer;
	const decision = await deps.budgets?.raises.decide(question, { value, by: plainName(person.name) });
	if (!decision?.raised) return decision?.text ?? '';
	const { thread = answer.thread } = question;
	const isGoingOn = await resumeRefused({ question, after: decision.raised.after, thread, at }, session, deps);
	const next = isGoingOn ? 'Going on with what was asked.' : `Say “go on”, or ${deps.spell('retry', thread)}.`;
	return `${decision.text} ${next}`;
};

const decideOnShare: Decide = async ({ value, person }, { question: { id, answer } }, deps) => {
	const { decideShare } = await import('../../forge/share/decide-share.ts');
	const yes = answer.kind === 'choices' && value === answer.choices[0];
	return decideShare(id, { yes, by: nameOf(person) }, { ...deps, records: deps.store.records });
};

function nameOf({ id, name }: Answer['person']): Answer['person'] {
	return { id, name };
}

function joined(closing: string, said: string): string {
	return [closing, said].filter(Boolean).join('. ');
}
