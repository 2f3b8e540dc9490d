import { begunForm, formKey, idsOfWhole, isCutOtherwise, isWholeIn, noteForm } from '../answer-form.ts';
import { type Answer, answerFile, type Pieces } from '../look.ts';
import type { Show } from '../presenter-deps.ts';
import { noteThere, postOnce, postPieces, rowOf, shownOnce } from './post-once.ts';
import { settleBeside } from './settle-beside.ts';
import { handOverAnswer, wholeParts } from './whole-answer.ts';

/** Streams that took longer than this are followed by an answer of its own, which notifies, ms. */
const longMs = 10_000;

/**
 * Shows the turn's answer. A turn that used no tools and was quick may have streamed it: that is the answer. Otherwise the live message is
 * left with its lines, and the answer is posted below. A long one is several messages, or its beginning and a file.
 */
export async function showAnswer<Message>(show: Show<Message>, key: string, text: string): Promise<void> {
	show.ground.signs.speaks();
	const answer = await renderedAs(show, key, text);
	if (isOne(answer) && isQuick(show) && (await hasStreamed(show, key, text))) return;
	await settleBeside(show, { of: 'answer', key, post: () => postAnswer(show, key, text, answer) });
}

function isOne<Message>(answer: Answer<Message>): boolean {
	return answer.kind === 'messages' && answer.messages.length === 1;
}

function isQuick<Message>({ progress, startedAt, deps }: Show<Message>): boolean {
	return !progress.now().usedTools && deps.clock.now() - startedAt <= longMs;
}

/** An answer that was begun otherwise than it comes out now goes on as a file: where one of its messages ends, the next one need not begin. */
async function renderedAs<Message>(show: Show<Message>, key: string, text: string): Promise<Answer<Message>> {
	const answer = await show.deps.look.answer(text, key);
	if (show.deps.look.trustsFormer && isFormer(show, key)) return await asFormer(show, key, text, answer);
	if (answer.kind === 'file' || goesOn(show, key, answer)) return answer;
	return asFile(answer, text);
}

function asFile<Message>(answer: Extract<Answer<Message>, { kind: 'messages' }>, text: string): Answer<Message> {
	const [summary] = answer.messages;
	return summary === undefined ? answer : { kind: 'file', summary, file: answerFile(text) };
}

/** Whether a version has begun it that noted no cut. */
function isFormer<Message>(show: Show<Message>, key: string): boolean {
	return rowOf(show, key) !== undefined && rowOf(show, formKey(key))?.id === undefined;
}

/** Messages stay messages, and a file a file. */
async function asFormer<Message>(
	show: Show<Message>,
	key: string,
	text: string,
	answer: Answer<Message>,
): Promise<Answer<Message>> {
	const begun = begunForm(key, (of) => rowOf(show, of));
	if (answer.kind === 'messages') return begun === 'file' ? asFile(answer, text) : answer;
	return begun === 'messages' ? { kind: 'messages', ...(await wholeParts(show, text, key)) } : answer;
}

function goesOn<Message>(show: Show<Message>, key: string, { messages, cut }: Pieces<Message>): boolean {
	const rows = (of: string) => rowOf(show, of);
	if (!isFormer(show, key)) return !isCutOtherwise(key, cut, rows);
	// One message need not be noted, and a former version has noted no cut.
	const begun = begunForm(key, rows);
	return begun === undefined ? messages.length === 1 : begun === 'messages' && isWholeIn(key, messages.length, rows);
}

async function postAnswer<Message>(
	show: Show<Message>,
	key: string,
	text: string,
	answer: Answer<Message>,
): Promise<void> {
	const ids = idsOfWhole(key, (of) => rowOf(show, of));
	if (ids) return noteThere(show, ids);
	await noteAnswer(show, key, answer);
	const { withFeedback } = show.deps.look;
	const instead = { action: 'show the answer in its thread', words: text };
	if (answer.kind === 'messages') {
		const messages = answer.messages.map((message, at) =>
			at === answer.messages.length - 1 ? withFeedback(message, show.turn) : message,
		);
		return await postPieces(show, { key, messages, instead });
	}
	await postOnce(show, { key, message: withFeedback(answer.summary, show.turn), instead });
	if (!show.ground.isElsewhere?.()) await handOverAnswer(show, `${key}/file`, answer.file);
}

async function noteAnswer<Message>(show: Show<Message>, key: string, answer: Answer<Message>): Promise<void> {
	const { session, thread, turn, deps } = show;
	if (!deps.look.notesOne && isOne(answer) && !rowOf(show, formKey(key))) return;
	await noteForm(deps.outbox, { session, thread, turn, key }, answer.kind === 'file' ? 'file' : answer.cut);
}

/** Whether the live message is the answer now. */
async function hasStreamed<Message>(show: Show<Message>, key: string, text: string): Promise<boolean> {
	const { streamed } = show.ground;
	if (!streamed?.isThere() || rowOf(show, key)) return false;
	const refused = new Error('It is not a stream that could become the answer');
	const become = async () => {
		const id = await streamed.become({ key, text });
		if (id === undefined) throw refused;
		return id;
	};
	return await shownOnce(show, key, become).then(
		() => true,
		(error: unknown) => {
			if (error === refused) return false;
			throw error;
		},
	);
}
