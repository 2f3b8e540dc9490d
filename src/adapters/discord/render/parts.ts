import { cutText, headOf, oneLine } from '../../../base/text/cut-text.ts';
import { formatBytes } from '../../../base/text/format-bytes.ts';
import { columnsKept } from '../../markdown/columns-kept.ts';
import { longestHere, parseMarkdown } from '../../markdown/parse-markdown.ts';
import { plainText } from '../../markdown/plain-text.ts';
import { splitText } from '../../markdown/split-text.ts';
import type { UploadFile } from '../../present/surface.ts';
import { toDiscordMarkdown } from './markdown/discord-markdown.ts';
import { cleanWords, isVisible, plainLine } from './markdown/escape.ts';
import { startOfPiece } from './markdown/start-of-piece.ts';
import {
	beginningOf,
	button,
	longestMessage,
	longestWords,
	rowOf,
	type TextMessage,
	textMessage,
} from './text-message.ts';

/** For whoever wrote the message `of`, which waits: what they can do about it. `key`: the outbox's, where it is posted. Pure. */
export function waitingMessage(of: string, key?: string): TextMessage {
	const row = rowOf([button({ does: 'use-now', of }, 'Use now'), button({ does: 'take-back', of }, 'Take back')]);
	return textMessage('Your message waits for the running turn.', key === undefined ? [] : [key], row && [row]);
}

/** The line that hands a file over, at most some 500 characters. Pure. */
export function receipt({ name, size, remark }: Pick<UploadFile, 'name' | 'size' | 'remark'>): string {
	const facts = [formatBytes(size), ...(remark === undefined ? [] : [remark])];
	return `-# **${plainLine(name, 200)}**  ${facts.join(', ')}`;
}

/** A small message of ours, in Markdown; names in it are escaped already. Pure. */
export function sentence(text: string, key?: string): TextMessage {
	const words = beginningOf(cleanWords(text), longestWords);
	return textMessage(isVisible(words) ? words : '…', key === undefined ? [] : [key]);
}

/** Shows everybody the prompt that somebody gave by a command, and the files with it. Pure. */
export function asked(personName: string, prompt: string, files: readonly { readonly name: string }[]): TextMessage {
	const head = `**${plainLine(personName, 100)}** asks: `;
	const names = files.map(({ name }) => plainLine(name, 60)).join(', ');
	const tail = names === '' ? '' : `\n-# 📎 ${names}`;
	const words = beginningOf(cleanWords(prompt), longestMessage - head.length - tail.length).trimEnd();
	return textMessage(`${head}${words}${tail}`, []);
}

/** https://docs.discord.com/developers/resources/channel#start-thread-from-message takes 1 to 100 characters. */
const longestName = 100;

/** The name of the thread that a request begins: one line without Markdown. Pure. */
export function threadName(text: string): string {
	const beginning = headOf(cleanWords(text), longestHere);
	const root = parseMarkdown(beginning);
	const words = oneLine(root ? plainText(root) : beginning);
	return isVisible(words) ? cutText(words, longestName) : 'Threadsmith';
}

/** A text of ours in Markdown, such as a command's answer, as messages; number `i` carries the marker of `<key>/<i>`, the first that of `<key>`. Pure. */
export function plainMessages(markdown: string, key: string, first = 1): TextMessage[] {
	const pieces = splitText(toDiscordMarkdown(columnsKept(markdown)), longestWords).map(startOfPiece);
	return pieces.map((piece, at) => textMessage(piece, [at + first === 1 ? key : `${key}/${at + first}`]));
}
