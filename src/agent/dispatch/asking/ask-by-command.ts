import { createHash } from 'node:crypto';
import type { CommandInbound, Inbound } from '../../../chat/inbound.ts';
import { type Question, questionSchema } from '../../../chat/question.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { AdminQuestion } from '../../commands/command.ts';
import { askedDirectly } from '../../session/asking-words.ts';
import { questionFor } from '../../session/question-for.ts';
import { readRecord } from '../../session/session-record.ts';
import type { DispatchDeps } from '../deps.ts';
import { ownWord, say, saySoon } from '../showing/say.ts';
import { showFile } from '../showing/show-file.ts';

/** Names the question of a command, the same over a restart. It begins as it always did: questions that are open are known by it. Pure. */
export function questionName({ key }: Pick<Inbound, 'key'>): string {
	return `standing-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
}

/** Asks admins once for each command. The question stays open, and the session goes on, until it is answered or `answerMs` are over. */
export async function askByCommand(
	inbound: CommandInbound,
	folder: SessionFolder,
	asked: AdminQuestion,
	deps: DispatchDeps,
): Promise<void> {
	const { session } = folder.paths;
	// The command's own words go by its key.
	const once = `${questionName(inbound)}-not-asked`;
	const question = await questionOf(inbound, folder, asked, deps);
	if (typeof question === 'string') return await say(session, inbound, { text: question, once }, deps);
	const problem = await fileProblem(inbound, question, asked, deps);
	if (problem !== undefined) return await say(session, inbound, { text: problem, once }, deps);
	await open(question, deps);
	const { thread, key: answers, person: by } = inbound;
	const words = question.policy === 'first-directly' ? { text: askedDirectly } : { text: '', asks: question };
	await saySoon(session, ownWord({ turn: question.turn, thread, answers, by, ...words }), deps);
}

/** The question that the command has asked before, or is to ask; a sentence where nobody could answer it. */
async function questionOf(
	inbound: CommandInbound,
	folder: SessionFolder,
	{ decides: kind, text, file, choices }: AdminQuestion,
	{ store, roleOf, places, answerMs }: DispatchDeps,
): Promise<Question | string> {
	const { session } = folder.paths;
	const name = questionName(inbound);
	const until = new Date(Date.now() + answerMs).toISOString();
	const { thread, person, audience } = inbound;
	const question = questionFor(
		{ text, answer: { kind: 'choices', choices: [...choices] }, role: 'admin', ...(file && { file }) },
		{ session, turn: name, name, decides: { kind }, until },
		{ thread, person, audience, record: await readRecord(folder, places), roleOf, places },
	);
	if (typeof question === 'string') return question;
	return (await store.records.get('question', question.id, questionSchema)) ?? question;
}

/** Shows the file that is to be read first, where all are asked in the thread; a sentence where it cannot be shown. */
async function fileProblem(
	{ thread, key: answers }: CommandInbound,
	{ session, turn, policy }: Question,
	{ file }: AdminQuestion,
	deps: DispatchDeps,
): Promise<string | undefined> {
	if (!file || policy === 'first-directly') return undefined;
	if (await showFile(file, { session, turn, thread, answers }, deps)) return undefined;
	return `Not asked: "${file.name}" cannot be shown here, and without it nobody could decide.`;
}

async function open(question: Question, { store, onParked }: DispatchDeps): Promise<void> {
	const { session, id } = question;
	await store.records.put('question', session, id, question);
	await onParked(question).catch(async (error: unknown) => {
		// Whoever was asked already is told when the session rests.
		await store.records.put('question', session, id, { ...question, state: 'withdrawn' });
		throw error;
	});
}
