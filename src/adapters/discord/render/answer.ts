import { firstPiece, splitText } from '../../markdown/split-text.ts';
import { type AnswerFile, answerFile } from '../../present/look.ts';
import type { DiscordMessage } from './discord-message.ts';
import { toDiscordMarkdown } from './markdown/discord-markdown.ts';
import { startOfPiece } from './markdown/start-of-piece.ts';
import { beginningOf, button, longestWords, rowOf, type TextMessage, textMessage } from './text-message.ts';

/** An answer on its way into a thread. */
export type Answer =
	/** One to three. */
	| { readonly kind: 'messages'; readonly messages: readonly TextMessage[] }
	/** Too long for three messages: its beginning, and all of it as a file. */
	| { readonly kind: 'file'; readonly summary: TextMessage; readonly file: AnswerFile };

const mostMessages = 3;
/** More than three messages hold, whatever becomes of its Markdown. */
const longestRead = 20_000;
/** Characters of the beginning that stands for an answer in a file. */
const longestSummary = 1500;

/** An answer in Markdown as messages of Discord. `key`: the outbox's; the message number `i` from 1 carries the marker of `<key>`, `<key>/2`, `<key>/3`. Pure. */
export function renderAnswer(markdown: string, key: string): Answer {
	if (markdown.length > longestRead) return asFile(markdown, key);
	const pieces = splitText(wordsOf(markdown), longestWords).map(startOfPiece);
	if (pieces.length > mostMessages) return asFile(markdown, key);
	const messages = pieces.map((piece, at) => textMessage(piece, [at === 0 ? key : `${key}/${at + 1}`]));
	return { kind: 'messages', messages };
}

function wordsOf(markdown: string): string {
	return toDiscordMarkdown(markdown) || '_The answer is empty._';
}

function asFile(markdown: string, key: string): Answer {
	const file = answerFile(markdown);
	const read = markdown.length > longestRead ? firstPiece(markdown, longestRead) : markdown;
	const summary = `${beginningOf(wordsOf(read), longestSummary)}\n\n_The whole answer is in ${file.name}._`;
	return { kind: 'file', summary: textMessage(startOfPiece(summary), [key]), file };
}

/** A message with thumbs below it, for what people think of a turn's answer. Pure. */
export function withThumbs(message: DiscordMessage, turn: string): DiscordMessage {
	const thumb = (value: 'good' | 'bad', label: string) => button({ does: 'feedback', value, turn }, label);
	const row = rowOf([thumb('good', '👍'), thumb('bad', '👎')]);
	return row === undefined ? message : { ...message, components: [row] };
}
