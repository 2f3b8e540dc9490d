import type { ActionsBlock, Button, KnownBlock } from '@slack/types';
import type { Question } from '../../../chat/question.ts';
import { piecesOf } from '../../markdown/split-text.ts';
import { takesWords } from '../../question-fields.ts';
import { slackUserOf } from '../thread-keys.ts';
import { labelOf, lineOfWords } from './cut-text.ts';
import { fallbackText } from './fallback-text.ts';
import { markdownBlock, type RenderedMessage, section, smallPrint } from './rendered-message.ts';
import { slackTime } from './slack-time.ts';

/** https://docs.slack.dev/reference/block-kit/block-elements/button-element takes 75 characters, of which about 30 are seen. */
const longestLabel = 30;
const buttonsInARow = 5;
const longestQuestion = 3000;

/** A question as it stands in the thread, to be answered by its buttons. It pings those it names. Pure. */
export function questionMessage(question: Question): RenderedMessage {
	const choices = question.answer.kind === 'choices' ? question.answer.choices : [];
	const byNumber = choices.some((choice) => choice.length > longestLabel);
	const texts = [beginningOf(question.text), ...(byNumber ? [numbered(choices)] : [])];
	return {
		blocks: [...texts.map(markdownBlock), ...buttonRows(question, byNumber), smallPrint(closingLine(question))],
		text: fallbackText(texts.join('\n\n')),
	};
}

/** A question that takes no answer any more: `why` says what became of it. Pure. */
export function closedQuestion({ text }: Question, why: string): RenderedMessage {
	const beginning = beginningOf(text);
	const closing = lineOfWords(why, 500);
	const blocks: KnownBlock[] = [markdownBlock(beginning), ...(closing === '' ? [] : [section(`☑ ${closing}`)])];
	return { blocks, text: fallbackText(`${beginning}\n\n${why}`) };
}

function beginningOf(text: string): string {
	const [first = '', next] = piecesOf(text, longestQuestion).take(2);
	return next === undefined ? first || '…' : `${first}\n\n…`;
}

function numbered(choices: readonly string[]): string {
	return choices.map((choice, at) => `${at + 1}. ${labelOf(choice, 300)}`).join('\n');
}

function buttonRows({ id, answer }: Question, byNumber: boolean): ActionsBlock[] {
	if (answer.kind !== 'choices') return [{ type: 'actions', elements: [button('answer-open', 'Answer …', id)] }];
	const buttons = answer.choices.map((choice, at) =>
		button(`answer-choice-${at}`, byNumber ? String(at + 1) : choice, id),
	);
	const rows = Math.ceil(buttons.length / buttonsInARow);
	return Array.from({ length: rows }, (_, row) => ({
		type: 'actions',
		elements: buttons.slice(row * buttonsInARow, (row + 1) * buttonsInARow),
	}));
}

function button(actionId: string, label: string, value: string): Button {
	return { type: 'button', action_id: actionId, text: { type: 'plain_text', text: labelOf(label, 75) }, value };
}

/** Whom it is for, and until when. */
function closingLine({ whoMayAnswer, until, answer }: Question): string {
	const named = whoMayAnswer.flatMap((id) => slackUserOf(id)?.user ?? []);
	const whom =
		named.length === 0
			? ''
			: `For ${named
					.slice(0, 50)
					.map((user) => `<@${user}>`)
					.join(', ')}. `;
	const how = takesWords(answer) ? 'Or write the answer into this thread. ' : '';
	return `${whom}${how}Open until ${slackTime(until)}`;
}
