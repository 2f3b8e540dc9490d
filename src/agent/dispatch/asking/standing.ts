import { createHash } from 'node:crypto';
import type { Inbound } from '../../../chat/inbound.ts';
import { type Question, questionSchema } from '../../../chat/question.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { StandingQuestion } from '../../commands/command.ts';
import { inTurn } from '../../forge/in-turn.ts';
import { decideShare } from '../../forge/share/decide-share.ts';
import type { Session } from '../../session/session.ts';
import { readRecord } from '../../session/session-record.ts';
import { whomToAsk } from '../../session/whom-to-ask.ts';
import { answerText, askedDirectly, closingText } from '../../turn/ask-user.ts';
import type { DispatchDeps } from '../deps.ts';
import { ownWord, say, saySoon } from '../showing/say.ts';
import { showFile } from '../showing/show-file.ts';
import { closeAsked } from './ask-admins.ts';
import { explainClosed, ownQuestion } from './explain-closed.ts';
import { mayDecide } from './who-decides.ts';

type AnswerInbound = Extract<Inbound, { type: 'answer' }>;
type CommandInbound = Extract<Inbound, { type: 'command' }>;

/** What tells the standing question of a command apart, over a restart too. Pure. */
export function standingName({ key }: Pick<Inbound, 'key'>): string {
	return `standing-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
}

/** Asks what no turn waits for: it stays open, and the session goes on, until it is answered or `answerMs` are over. Once for each command. */
export async function askStanding(
	inbound: CommandInbound,
	folder: SessionFolder,
	{ kind, text, file, choices }: StandingQuestion,
	deps: DispatchDeps,
): Promise<void> {
	const { session } = folder.paths;
	const name = standingName(inbound);
	const id = `${session}/${name}`;
	const whom = await whomToAsk(inbound, await readRecord(folder, deps.places), deps);
	const until = new Date(Date.now() + deps.answerMs).toISOString();
	const asked: Question = {
		id,
		session,
		turn: name,
		callId: name,
		standing: kind,
		text,
		answer: { kind: 'choices', choices: [...choices] },
		whoMayAnswer: [],
		role: 'admin',
		thread: inbound.thread,
		askedFor: { id: inbound.person.id, name: inbound.person.name },
		...(whom === 'directly' && { directly: true, ...(file && { file }) }),
		until,
		state: 'open',
	};
	const question = (await deps.store.records.get('question', id, questionSchema)) ?? asked;
	const at = { session, turn: name, thread: inbound.thread, answers: inbound.key };
	if (file && whom !== 'directly' && !(await showFile(file, at, deps)))
		return await say(
			session,
			inbound,
			{
				text: `Not asked: "${file.name}" cannot be shown here, and without it nobody could decide.`,
				// What the command itself says goes by its key.
				once: `${name}-not-asked`,
			},
			deps,
		);
	await deps.store.records.put('question', session, id, question);
	await deps.onParked(question).catch(async (error: unknown) => {
		// Whoever was asked already is told when the session rests.
		await deps.store.records.put('question', session, id, { ...question, state: 'withdrawn' });
		throw error;
	});
	const { thread, key: answers, person: by } = inbound;
	const words = question.directly ? { text: askedDirectly } : { text: '', asks: question };
	await saySoon(session, ownWord({ turn: name, thread, answers, by, ...words }), deps);
}

/**
 * Takes the answer to a standing question, or its expiry. False when it is the answer to no such question. Two that come at once
 * are taken one after the other.
 */
export function takeStandingAnswer(inbound: AnswerInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	return inTurn(session.folder.paths, () => takeNext(inbound, session, deps));
}

async function takeNext(inbound: AnswerInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	const { records } = deps.store;
	const question = await ownQuestion(inbound.question, session, deps);
	if (question?.standing === undefined) return false;
	if (question.state !== 'open') {
		await explainClosed(inbound, session, deps);
		return true;
	}
	if (inbound.value !== null && !(await mayDecide(inbound, question, { session, thread: inbound.thread }, deps))) {
		await say(session.folder.paths.session, inbound, { text: refusalOf(question), to: inbound.person }, deps);
		return true;
	}
	const late = inbound.value === null || Date.now() > Date.parse(question.until);
	const value = late ? null : inbound.value;
	const said = late ? undefined : await decide(question, inbound, deps);
	await close(question, inbound, { text: closingText(answerText(value, inbound.person.name)), said }, deps);
	const state = late ? 'expired' : 'answered';
	await records.put('question', question.session, question.id, { ...question, state, answeredBy: inbound.key });
	return true;
}

/** What somebody is told who may not answer. Pure. */
export function refusalOf({ role }: Question): string {
	return `This question is for ${role === 'admin' ? 'an admin' : 'someone else'} to answer.`;
}

/** Does what was decided, and answers what the thread is told. */
function decide(question: Question, { value, person }: AnswerInbound, deps: DispatchDeps): Promise<string> {
	const first = question.answer.kind === 'choices' ? question.answer.choices[0] : undefined;
	const { id, name } = person;
	return decideShare(question.id, { yes: value === first, by: { id, name } }, { ...deps, records: deps.store.records });
}

/** It answers everyone in the thread, not the one who has clicked. */
async function close(
	question: Question,
	inbound: AnswerInbound,
	{ text, said = '' }: { readonly text: string; readonly said: string | undefined },
	deps: DispatchDeps,
): Promise<void> {
	const { turn, session, directly, thread = inbound.thread } = question;
	const all = [text, said].filter(Boolean).join('. ');
	const words = directly ? { turn: `${turn}-closed`, text: all } : { turn, text: said, closes: { question, text } };
	await saySoon(session, ownWord({ thread, answers: turn, ...words }), deps);
	if (directly) await closeAsked(question, all, deps);
}
