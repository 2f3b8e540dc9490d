import { firstPiece, splitText } from '../../markdown/split-text.ts';
import { toDiscordMarkdown } from './markdown/discord-markdown.ts';
import { startOfPiece } from './markdown/start-of-piece.ts';
import { beginningOf, button, longestWords, rowOf, type TextMessage, textMessage } from './text-message.ts';

/** An answer on its way into a thread. */
export type Answer =
	/** One to three. */
	| { readonly kind: 'messages'; readonly messages: readonly TextMessage[] }
	/** Too long for three messages: its beginning, and all of it as a file. */
	| { readonly kind: 'file'; readonly summary: TextMessage; readonly file: AnswerFile };

export interface AnswerFile {
	readonly name: string;
	/** Markdown as the Brain wrote it. */
	readonly text: string;
}

export interface AnswerOptions {
	/** The outbox's: the message number `i` from 1 carries the marker of `<key>`, `<key>/2`, `<key>/3`. */
	readonly key: string;
	readonly turn: string;
	/** Thumbs below the last message. */
	readonly feedback: boolean;
}

const mostMessages = 3;
/** More than three messages hold, whatever becomes of its Markdown. */
const longestRead = 20_000;
/** Characters of the beginning that stands for an answer in a file. */
const longestSummary = 1500;

/** An answer in Markdown as messages of Discord. Pure. */
export function renderAnswer(markdown: string, options: AnswerOptions): Answer {
	if (markdown.length > longestRead) return asFile(markdown, options);
	const pieces = splitText(wordsOf(markdown), longestWords).map(startOfPiece);
	if (pieces.length > mostMessages) return asFile(markdown, options);
	const messages = pieces.map((piece, at) => {
		const key = at === 0 ? options.key : `${options.key}/${at + 1}`;
		return textMessage(piece, [key], at === pieces.length - 1 ? feedbackRows(options) : undefined);
	});
	return { kind: 'messages', messages };
}

function wordsOf(markdown: string): string {
	return toDiscordMarkdown(markdown) || '_The answer is empty._';
}

/** All of an answer. Pure. */
export function answerFile(markdown: string): AnswerFile {
	return { name: 'answer.md', text: markdown };
}

function asFile(markdown: string, options: AnswerOptions): Answer {
	const file = answerFile(markdown);
	const read = markdown.length > longestRead ? firstPiece(markdown, longestRead) : markdown;
	const summary = `${beginningOf(wordsOf(read), longestSummary)}\n\n_The whole answer is in ${file.name}._`;
	return { kind: 'file', summary: textMessage(startOfPiece(summary), [options.key], feedbackRows(options)), file };
}

function feedbackRows({ feedback, turn }: AnswerOptions) {
	const thumb = (value: 'good' | 'bad', label: string) => button({ does: 'feedback', value, turn }, label);
	const row = feedback ? rowOf([thumb('good', '👍'), thumb('bad', '👎')]) : undefined;
	return row && [row];
}
