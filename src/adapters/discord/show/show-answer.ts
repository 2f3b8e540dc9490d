import { Buffer } from 'node:buffer';
import { begunForm, cutOf, formKey, idsOfWhole, isCutOtherwise, noteForm } from '../../answer-form.ts';
import { piecesOf } from '../../markdown/split-text.ts';
import { type Answer, type AnswerFile, answerFile } from '../render/answer.ts';
import type { TextMessage } from '../render/text-message.ts';
import type { Instead } from './next-best.ts';
import { postOnceIn, postPieces, rowOf } from './post.ts';
import { postTogether } from './post-together.ts';
import { settleBeside } from './settle-live.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Posts the turn's answer below its live message, which is left with its lines. A long one is several messages, or its beginning and a file. */
export async function showAnswer(deps: ShowDeps, show: Show, key: string, text: string): Promise<void> {
	show.answered = true;
	show.typing?.[Symbol.dispose]();
	await settleBeside(deps, show, () => postAnswer(deps, show, key, text));
}

async function postAnswer(deps: ShowDeps, show: Show, key: string, text: string): Promise<void> {
	const ids = idsOfWhole(key, (of) => rowOf(show, of));
	if (ids) return isThere(show, ids);
	const answer = await renderedAs(deps, show, key, text);
	await noteAnswer(deps, show, key, answer);
	const instead: Instead = { action: 'show the answer in its thread', words: text };
	if (answer.kind === 'messages') return await postPieces(deps, show, { key, messages: answer.messages, instead });
	await postOnceIn(deps, show, { key, message: answer.summary, instead });
	if (show.elsewhere === undefined) await handOver(deps, show, `${key}/file`, answer.file);
}

/** What was begun otherwise than it comes out now goes on as a file: where one of its messages ends, the next one need not begin. */
async function renderedAs(deps: ShowDeps, show: Show, key: string, text: string): Promise<Answer> {
	const rows = (of: string) => rowOf(show, of);
	const answer = await deps.render('answer', [text, { key, turn: show.turn, feedback: true }]);
	const begun = rows(formKey(key)) ? undefined : begunForm(key, rows);
	// A former version has noted no cut.
	if (begun === 'messages' && answer.kind === 'file')
		return { kind: 'messages', messages: await wholeOf(deps, text, key) };
	if (answer.kind === 'file') return answer;
	const goesOn = begun !== 'file' && !isCutOtherwise(key, cutOfWords(answer.messages), rows);
	return goesOn ? answer : asFile(answer.messages, text);
}

function asFile([summary = { kind: 'text', markdown: '' }]: readonly TextMessage[], text: string): Answer {
	return { kind: 'file', summary, file: answerFile(text) };
}

function cutOfWords(messages: readonly TextMessage[]): string {
	return cutOf(messages.map(({ markdown }) => markdown));
}

function isThere(show: Show, ids: readonly string[]): void {
	show.last = ids.at(-1);
}

async function noteAnswer({ outbox }: ShowDeps, show: Show, key: string, answer: Answer): Promise<void> {
	const { session, thread, turn } = show;
	const form = answer.kind === 'file' ? 'file' : cutOfWords(answer.messages);
	await noteForm(outbox, { session, thread, turn, key }, form);
}

async function handOver(deps: ShowDeps, show: Show, key: string, { name, text }: AnswerFile): Promise<void> {
	const bytes = Buffer.from(text);
	const { thread, session, turn } = show;
	const files = [{ key, name, size: bytes.length, content: { bytes } }];
	const [upload] = await deps.uploads({ thread, session, turn, files }, deps.signal);
	if (upload?.outcome !== 'refused') return;
	await postTogether(deps, show, [{ key: `${key}/problem`, text: `⚠️ ${upload.reason}. All of it follows here.` }]);
	await postWhole(deps, show, `${key}/whole`, text);
	// Not before: what is cut short here is not taken for a file that was handed over.
	await deps.outbox.sent(session, key, show.last ?? show.place.channel);
}

const following: Instead = { action: 'show the answer in its thread', words: '', continues: true };
/** Characters of Markdown that are rendered at once. */
const longestRead = 8000;

/** Each piece under keys of its own: rendered otherwise by a later process, it moves none of the others. */
async function postWhole(deps: ShowDeps, show: Show, key: string, text: string): Promise<void> {
	// A former version has numbered all messages in one row.
	if (rowOf(show, key))
		return await postPieces(deps, show, { key, messages: await wholeOf(deps, text, key), instead: following });
	let number = 0;
	for (const piece of piecesOf(text, longestRead)) {
		number += 1;
		await postPiece(deps, show, `${key}/piece-${number}`, piece);
	}
}

/** What was begun cut otherwise is posted anew. */
async function postPiece(deps: ShowDeps, show: Show, piece: string, text: string): Promise<void> {
	const rows = (of: string) => rowOf(show, of);
	const ids = idsOfWhole(piece, rows);
	if (ids) return isThere(show, ids);
	const rendered = await deps.render('messages', [text, piece]);
	const cut = cutOfWords(rendered);
	const isOtherwise = isCutOtherwise(piece, cut, rows);
	const key = isOtherwise ? `${piece}/${cut}` : piece;
	const { session, thread, turn } = show;
	if (!isOtherwise) await noteForm(deps.outbox, { session, thread, turn, key }, cut);
	const messages = isOtherwise ? await deps.render('messages', [text, key]) : rendered;
	await postPieces(deps, show, { key, messages, instead: following });
}

async function wholeOf({ render }: ShowDeps, text: string, key: string): Promise<TextMessage[]> {
	const messages: TextMessage[] = [];
	for (const piece of piecesOf(text, longestRead)) {
		messages.push(...(await render('messages', [piece, key, messages.length + 1])));
	}
	return messages;
}
