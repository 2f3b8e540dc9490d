import { Buffer } from 'node:buffer';
import { piecesOf } from '../../markdown/split-text.ts';
import { cutOf, idsOfWhole, isCutOtherwise, noteForm } from '../answer-form.ts';
import type { AnswerFile, Pieces } from '../look.ts';
import type { Show } from '../presenter-deps.ts';
import { noteThere, postPieces, rowOf } from './post-once.ts';
import { postTogether } from './post-together.ts';

const following = { action: 'show the answer in its thread', words: '', continues: true } as const;

/** Hands over the file of a long answer. Where it is refused its words follow as messages: it counts as shown when all of them are there. */
export async function handOverAnswer<Message>(show: Show<Message>, key: string, file: AnswerFile): Promise<void> {
	if (rowOf(show, key)?.id !== undefined) return;
	const problem = `${key}/problem`;
	// An earlier process has promised what follows.
	if (rowOf(show, problem)?.id === undefined) {
		const reason = await upload(show, key, file);
		if (reason === undefined) return;
		await postTogether(show, [{ key: problem, text: `⚠️ ${reason}. All of it follows here.` }]);
	}
	await postWhole(show, `${key}/whole`, file.text);
	// Not before: what is cut short here is not taken for a file that was handed over.
	await show.deps.outbox.sent(show.session, key, show.progress.now().last ?? show.ground.nowhere);
}

/** Resolves with why it was refused; undefined: it was not. */
async function upload<Message>(
	{ thread, session, turn, ground, deps }: Show<Message>,
	key: string,
	{ name, text }: AnswerFile,
): Promise<string | undefined> {
	const bytes = Buffer.from(text);
	const files = [{ key, name, size: bytes.length, content: { bytes } }];
	const [done] = await ground.surface.upload({ thread, session, turn, files }, deps.signal);
	return done?.outcome === 'refused' ? done.reason : undefined;
}

/** Each piece under keys of its own: rendered otherwise by a later process, it moves none of the others. */
async function postWhole<Message>(show: Show<Message>, key: string, text: string): Promise<void> {
	// A former version has numbered all messages in one row.
	if (rowOf(show, key)) {
		const { messages } = await wholeParts(show, text, key);
		return await postPieces(show, { key, messages, instead: following });
	}
	let number = 0;
	for (const piece of piecesOf(text, show.deps.look.longestPart)) {
		number += 1;
		await postPiece(show, `${key}/piece-${number}`, piece);
	}
}

/** All of an answer in messages, whatever their number. */
export async function wholeParts<Message>(
	{ deps: { look } }: Show<Message>,
	text: string,
	key: string,
): Promise<Pieces<Message>> {
	const messages: Message[] = [];
	for (const piece of piecesOf(text, look.longestPart))
		messages.push(...(await look.part(piece, key, messages.length + 1)).messages);
	return { messages, cut: cutOf(messages) };
}

/** A piece that was begun cut otherwise is posted anew. */
async function postPiece<Message>(show: Show<Message>, piece: string, text: string): Promise<void> {
	const { session, thread, turn, deps } = show;
	const rows = (of: string) => rowOf(show, of);
	const ids = idsOfWhole(piece, rows);
	if (ids) return noteThere(show, ids);
	const part = await deps.look.part(text, piece);
	const isOtherwise = isCutOtherwise(piece, part.cut, rows);
	const key = isOtherwise ? `${piece}/${part.cut}` : piece;
	if (!isOtherwise) await noteForm(deps.outbox, { session, thread, turn, key }, part.cut);
	const { messages } = isOtherwise ? await deps.look.part(text, key) : part;
	await postPieces(show, { key, messages, instead: following });
}
