import { Buffer } from 'node:buffer';
import { begunForm, cutOf, formKey, idsOfWhole, isCutOtherwise, isWholeIn, noteForm } from '../../answer-form.ts';
import { piecesOf } from '../../markdown/split-text.ts';
import { type Answer, type AnswerFile, answerFile } from '../render/answer.ts';
import { feedbackBlock } from '../render/parts.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { postOnceIn, postPieces, rowOf, shownOnce } from './post.ts';
import { postTogether } from './post-together.ts';
import { settleBeside } from './settle-live.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Streams that took longer than this are followed by an answer of its own, which notifies, ms. */
const longMs = 10_000;

/**
 * Shows the turn's answer. A turn that used no tools and was quick has streamed it: that is the answer. Otherwise the live message is left with
 * its lines, and the answer is posted below. A long one is several messages, or its beginning and a file.
 */
export async function showAnswer(deps: ShowDeps, show: Show, key: string, text: string): Promise<void> {
	show.answered = true;
	// An earlier process came as far as the answer: what it left says no more than what was done.
	if (rowOf(show, key)) show.earlier.isTold = true;
	const isQuick = !show.usedTools && deps.clock.now() - show.startedAt <= longMs;
	const answer = await renderedAs(deps, show, key, text);
	const isOne = answer.kind === 'messages' && answer.messages.length === 1;
	if (isOne && isQuick && (await hasStreamed(deps, show, key, text))) return;
	await settleBeside(deps, show, key, () => postAnswer(deps, show, key, answer));
}

/** What was begun otherwise than it comes out now goes on as a file: where one of its messages ends, the next one need not begin. */
async function renderedAs(deps: ShowDeps, show: Show, key: string, text: string): Promise<Answer> {
	const answer = await deps.render('answer', [text]);
	if (answer.kind === 'file' || goesOn(show, key, answer.messages)) return answer;
	const [summary = { blocks: [], text }] = answer.messages;
	return { kind: 'file', summary, file: answerFile(text) };
}

function goesOn(show: Show, key: string, messages: readonly RenderedMessage[]): boolean {
	const rows = (of: string) => rowOf(show, of);
	if (!rows(key) || rows(formKey(key))?.id !== undefined) return !isCutOtherwise(key, cutOf(messages), rows);
	// One message is not noted, and a former version has noted no cut.
	const begun = begunForm(key, rows);
	return begun === undefined ? messages.length === 1 : begun === 'messages' && isWholeIn(key, messages.length, rows);
}

async function postAnswer(deps: ShowDeps, show: Show, key: string, answer: Answer): Promise<void> {
	const ids = idsOfWhole(key, (of) => rowOf(show, of));
	if (ids) return isThere(show, ids);
	await noteAnswer(deps, show, key, answer);
	const thumbs = [feedbackBlock(show.turn)];
	if (answer.kind === 'file') {
		await postOnceIn(deps, show, key, withBlocks(answer.summary, thumbs));
		return await handOver(deps, show, `${key}/file`, answer.file);
	}
	const last = answer.messages.length - 1;
	const messages = answer.messages.map((message, index) => withBlocks(message, index === last ? thumbs : []));
	await postPieces(deps, show, key, messages);
}

function isThere(show: Show, ids: readonly string[]): void {
	show.kept.push(...ids);
	show.last = ids.at(-1);
}

async function noteAnswer({ outbox }: ShowDeps, show: Show, key: string, answer: Answer): Promise<void> {
	const { session, thread, turn } = show;
	const isOne = answer.kind === 'messages' && answer.messages.length === 1;
	if (isOne && !rowOf(show, formKey(key))) return;
	await noteForm(outbox, { session, thread, turn, key }, answer.kind === 'file' ? 'file' : cutOf(answer.messages));
}

/** Whether the live message is the answer now. */
async function hasStreamed(deps: ShowDeps, show: Show, key: string, text: string): Promise<boolean> {
	const { live } = show;
	if (!live || rowOf(show, key)) return false;
	const answer = { text, blocks: [feedbackBlock(show.turn)], keys: [key] };
	const refused = new Error('It is no stream that could become the answer');
	const become = async () => {
		const ts = await live.becomeAnswer(answer);
		if (ts === undefined) throw refused;
		return ts;
	};
	try {
		await shownOnce(deps, show, key, become);
	} catch (error) {
		if (error === refused) return false;
		throw error;
	}
	// It is the answer now, and nothing to be settled.
	show.live = undefined;
	return true;
}

function withBlocks({ text, blocks }: RenderedMessage, more: RenderedMessage['blocks']): RenderedMessage {
	return { text, blocks: [...blocks, ...more] };
}

/** Where the file is refused its words follow as messages: the file counts as shown when all of them are there. */
async function handOver(deps: ShowDeps, show: Show, key: string, file: AnswerFile): Promise<void> {
	if (rowOf(show, key)?.id !== undefined) return;
	const problem = `${key}/problem`;
	// An earlier process has promised what follows.
	if (rowOf(show, problem)?.id === undefined) {
		const reason = await upload(deps, show, key, file);
		if (reason === undefined) return;
		await postTogether(deps, show, [{ key: problem, text: `⚠️ ${reason}. All of it follows here.` }]);
	}
	await postWhole(deps, show, `${key}/whole`, file.text);
	await deps.outbox.sent(show.session, key, show.last ?? show.place.ts);
}

/** Resolves with why it was refused; undefined: it was not. */
async function upload(
	deps: ShowDeps,
	show: Show,
	key: string,
	{ name, text }: AnswerFile,
): Promise<string | undefined> {
	const bytes = Buffer.from(text);
	const { thread, session, turn } = show;
	const files = [{ key, name, size: bytes.length, content: { bytes } }];
	await deps.roots.check(thread, deps.signal);
	const [done] = await deps.uploads({ thread, session, turn, files }, deps.signal);
	return done?.outcome === 'refused' ? done.reason : undefined;
}

/** Characters of Markdown in a message of an answer that cannot be a file. */
const longestPiece = 3500;

/** Each piece under keys of its own: rendered otherwise by a later process, it moves none of the others. */
async function postWhole(deps: ShowDeps, show: Show, key: string, text: string): Promise<void> {
	const pieces = piecesOf(text, longestPiece);
	// A former version has numbered all messages in one row.
	if (rowOf(show, key)) return await postPieces(deps, show, key, await messagesOf(deps, pieces));
	let number = 0;
	for (const piece of pieces) {
		number += 1;
		await postPiece(deps, show, `${key}/piece-${number}`, await messagesOf(deps, [piece]));
	}
}

async function messagesOf({ render }: ShowDeps, pieces: Iterable<string>): Promise<RenderedMessage[]> {
	const messages: RenderedMessage[] = [];
	for (const piece of pieces) {
		const answer = await render('answer', [piece]);
		messages.push(...(answer.kind === 'messages' ? answer.messages : [answer.summary]));
	}
	return messages;
}

/** What was begun cut otherwise is posted anew. */
async function postPiece(
	deps: ShowDeps,
	show: Show,
	piece: string,
	messages: readonly RenderedMessage[],
): Promise<void> {
	const rows = (of: string) => rowOf(show, of);
	const ids = idsOfWhole(piece, rows);
	if (ids) return isThere(show, ids);
	const cut = cutOf(messages);
	const key = isCutOtherwise(piece, cut, rows) ? `${piece}/${cut}` : piece;
	const { session, thread, turn } = show;
	if (key === piece) await noteForm(deps.outbox, { session, thread, turn, key }, cut);
	await postPieces(deps, show, key, messages);
}
