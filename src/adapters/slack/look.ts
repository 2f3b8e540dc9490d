import type { Person } from '../../chat/thread.ts';
import { cutOf } from '../present/answer-form.ts';
import type { Look, Sentence, SentenceLines } from '../present/look.ts';
import { endText } from '../present/show/show-end.ts';
import { lineOfWords } from './render/cut-text.ts';
import { feedbackBlock } from './render/parts.ts';
import { type RenderedMessage, smallPrint } from './render/rendered-message.ts';
import type { SlackRender } from './render/renderers.ts';
import { slackUserOf } from './thread-keys.ts';

/** Makes Slack's messages of what is to be shown. */
export function createSlackLook(render: SlackRender): Look<RenderedMessage> {
	return {
		longestPart: 3500,
		notesOne: false,
		trustsFormer: false,
		async answer(text) {
			const answer = await render('answer', [text]);
			return answer.kind === 'file' ? answer : { ...answer, cut: cutOf(answer.messages) };
		},
		withFeedback: ({ text, blocks }, turn) => ({ text, blocks: [...blocks, feedbackBlock(turn)] }),
		async part(text) {
			const answer = await render('answer', [text]);
			const messages = answer.kind === 'messages' ? answer.messages : [answer.summary];
			return { messages, cut: cutOf(messages) };
		},
		words: (text) => render('messages', [text]),
		question: (question) => render('question', [question]),
		closedQuestion: (question, why) => render('closedQuestion', [question, why]),
		lines: linesOf,
		ended(event) {
			const text = endText(event, { bullet: '•', reason: (reason) => lineOfWords(reason, 2000), code, mention });
			return text === undefined ? undefined : { blocks: [], text };
		},
	};
}

function code(command: string): string {
	return `\`${lineOfWords(command.replaceAll('`', "'"), 150)}\``;
}

/** https://docs.slack.dev/messaging/formatting-message-text#mentioning-users */
function mention({ id, name }: Person): string {
	const user = slackUserOf(id)?.user;
	return user === undefined ? lineOfWords(name, 100) : `<@${user}>`;
}

/** All in one message. */
function linesOf(sentences: readonly Sentence[]): readonly SentenceLines<RenderedMessage>[] {
	const [first, ...others] = sentences.map(({ key }) => key);
	if (first === undefined) return [];
	return [{ keys: [first, ...others], message: inLines(sentences.map(({ text }) => text)) }];
}

/** A context element takes 3,000 characters, a message's text 4,000. */
const longestLine = 500;
const linesInBlock = 4;

function inLines(texts: readonly string[]): RenderedMessage {
	const lines = texts.map((text) => lineOfWords(text, longestLine));
	const count = Math.ceil(lines.length / linesInBlock);
	const parts = Array.from({ length: count }, (_, at) => lines.slice(at * linesInBlock, (at + 1) * linesInBlock));
	return { blocks: parts.slice(0, 50).map((part) => smallPrint(part.join('\n'))), text: lines.slice(0, 7).join('\n') };
}
