import { createHash } from 'node:crypto';
import type { Inbound } from '../../store/inbound.ts';
import { type Question, questionSchema } from '../../store/question.ts';
import type { StandingQuestion } from '../commands/command.ts';
import type { AgentEvent } from '../events.ts';
import { inTurn } from '../forge/in-turn.ts';
import { decideShare } from '../forge/share/decide-share.ts';
import { mayAnswer } from '../people.ts';
import type { Session } from '../session/session.ts';
import { readRecord, standingOf } from '../session/session-record.ts';
import { answerText, closingText } from '../turn/ask-user.ts';
import type { DispatchDeps } from './deps.ts';
import { explainClosed } from './explain-closed.ts';
import { ownWord, say, saySoon } from './say.ts';

type AnswerInbound = Extract<Inbound, { type: 'answer' }>;
type CommandInbound = Extract<Inbound, { type: 'command' }>;

/** What tells the standing question of a command apart, over a restart too. Pure. */
export function standingName({ key }: Pick<Inbound, 'key'>): string {
	return `standing-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
}

/** Asks what no turn waits for: it stays open, and the session goes on, until it is answered or `answerMs` are over. Once for each command. */
export async function askStanding(
	inbound: CommandInbound,
	session: string,
	{ kind, text, file, choices }: StandingQuestion,
	deps: DispatchDeps,
): Promise<void> {
	const name = standingName(inbound);
	const id = `${session}/${name}`;
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
		until,
		state: 'open',
	};
	const question = (await deps.store.records.get('question', id, questionSchema)) ?? asked;
	if (file && !(await showFile(file, question, inbound, deps)))
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
	await deps.onParked(question);
	const { thread, key: answers } = inbound;
	await saySoon(session, ownWord({ turn: name, thread, answers, text: '', asks: question }), deps);
}

/** Hands over what is to be read before the question is answered. False when the platform refuses it. */
async function showFile(
	{ name, text }: NonNullable<StandingQuestion['file']>,
	question: Question,
	{ thread, key: answers }: CommandInbound,
	deps: DispatchDeps,
): Promise<boolean> {
	const { session, turn } = question;
	const kept = await (await deps.sessions.open(session)).files.keepText(`${turn}.md`, text);
	const key = `${turn}/${kept.sha256.slice(0, 12)}-${name}/artifact`;
	const events = shownFile({ session, turn, answers }, { key, name, ...kept });
	await deps.platforms.show(thread, events, await deps.store.outbox.rows(session, turn));
	const rows = await deps.store.outbox.rows(session, turn);
	return !rows.some((row) => row.key === `${key}/problem`);
}

async function* shownFile(
	begun: Omit<Extract<AgentEvent, { type: 'turn-started' }>, 'type'>,
	file: Omit<Extract<AgentEvent, { type: 'artifact' }>, 'type'>,
): AsyncGenerator<AgentEvent> {
	yield { type: 'turn-started', ...begun };
	yield { type: 'artifact', ...file };
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
	const question = await records.get('question', inbound.question, questionSchema);
	if (question?.standing === undefined) return false;
	if (question.state !== 'open') {
		await explainClosed(inbound, session, deps);
		return true;
	}
	if (inbound.value !== null && !(await isAllowed(inbound, question, session, deps))) {
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

async function isAllowed(
	{ person }: AnswerInbound,
	question: Question,
	session: Session,
	{ roleOf }: DispatchDeps,
): Promise<boolean> {
	return mayAnswer(question, person, standingOf(person, await readRecord(session.folder), roleOf));
}

/** Does what was decided, and answers what the thread is told. */
function decide(question: Question, { value, person }: AnswerInbound, deps: DispatchDeps): Promise<string> {
	const first = question.answer.kind === 'choices' ? question.answer.choices[0] : undefined;
	const { id, name } = person;
	return decideShare(
		question.id,
		{ yes: value === first, by: { id, name } },
		{ sessions: deps.sessions, records: deps.store.records },
	);
}

/** It answers everyone in the thread, not the one who has clicked. */
async function close(
	question: Question,
	{ thread }: AnswerInbound,
	{ text, said = '' }: { readonly text: string; readonly said: string | undefined },
	deps: DispatchDeps,
): Promise<void> {
	const { turn, session } = question;
	const closes = { question, text };
	await saySoon(session, ownWord({ turn, thread, answers: turn, text: said, closes }), deps);
}
