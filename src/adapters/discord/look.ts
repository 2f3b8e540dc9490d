import type { Person } from '../../chat/thread.ts';
import { cutOf } from '../present/answer-form.ts';
import type { Look, Pieces, Sentence, SentenceLines } from '../present/look.ts';
import { endText } from '../present/show/show-end.ts';
import { withThumbs } from './render/answer.ts';
import type { DiscordMessage } from './render/discord-message.ts';
import { marked, plainCode, plainLine } from './render/markdown/escape.ts';
import { sentence } from './render/parts.ts';
import type { DiscordRender } from './render/renderers.ts';
import { longestMessage, type TextMessage } from './render/text-message.ts';
import { discordUserOf } from './thread-keys.ts';

/** How things look in Discord: every message carries the markers of what it shows. */
export function createDiscordLook(render: DiscordRender): Look<DiscordMessage> {
	return {
		longestPart: 8000,
		notesOne: true,
		trustsFormer: true,
		async answer(text, key) {
			const answer = await render('answer', [text, key]);
			return answer.kind === 'file' ? answer : { kind: 'messages', ...piecesOf(answer.messages) };
		},
		withFeedback: withThumbs,
		part: async (text, key, first = 1) => piecesOf(await render('messages', [text, key, first])),
		words: (text, key) => render('messages', [text, key]),
		question: (question, key) => render('question', [question, key]),
		closedQuestion: (question, why, key) => render('closedQuestion', [question, why, key]),
		lines: linesOf,
		ended(event) {
			const text = endText(event, { bullet: '-', reason: (reason) => plainLine(reason, 1500), code, mention });
			const called = discordUserOf(event.callsBack?.id ?? '');
			return text === undefined
				? undefined
				: { ...sentence(text, event.key), ...(called && { mentions: [called.user] }) };
		},
	};
}

/** https://docs.discord.com/developers/reference#message-formatting */
function mention({ id, name }: Person): string {
	const user = discordUserOf(id)?.user;
	return user === undefined ? plainLine(name, 100) : `<@${user}>`;
}

function code(command: string): string {
	return `\`${plainCode(command)}\``;
}

function piecesOf(messages: readonly TextMessage[]): Pieces<DiscordMessage> {
	return { messages, cut: cutOf(messages.map(({ markdown }) => markdown)) };
}

/** Characters of one line. */
const longestLine = 400;

interface Line {
	readonly key: string;
	readonly markdown: string;
}

function linesOf(sentences: readonly Sentence[]): readonly SentenceLines<DiscordMessage>[] {
	return inMessages(sentences).map(([first, ...others]) => ({
		keys: [first.key, ...others.map(({ key }) => key)],
		message: { kind: 'text', markdown: [first, ...others].map(({ markdown }) => markdown).join('\n') },
	}));
}

function inMessages(sentences: readonly Sentence[]): readonly [Line, ...Line[]][] {
	const messages: [Line, ...Line[]][] = [];
	let size = 0;
	for (const { key, text } of sentences) {
		const line = { key, markdown: marked(`-# ${plainLine(text, longestLine)}`, [key]) };
		size += line.markdown.length + 1;
		const last = messages.at(-1);
		if (last && size <= longestMessage) last.push(line);
		else {
			messages.push([line]);
			size = line.markdown.length + 1;
		}
	}
	return messages;
}
