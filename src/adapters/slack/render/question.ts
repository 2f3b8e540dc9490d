import type { ActionsBlock, Button, ContextBlock, SectionBlock } from '@slack/types';
import type { Question } from '../../../store/question.ts';
import { escaped, shortened } from './mrkdwn.ts';
import { neutralise } from './neutralise.ts';
import { fallbackText, markdownBlock, type RenderedMessage } from './rendered-message.ts';

/** https://docs.slack.dev/reference/block-kit/block-elements/button-element takes 75 characters, of which about 30 are seen. */
const longestLabel = 30;
const buttonsInARow = 5;

/** A question as it stands in the thread, to be answered by its buttons. Pure. */
export function questionMessage(question: Question): RenderedMessage {
	const { text, answer } = question;
	const long = answer.kind === 'choices' && answer.choices.some((choice) => choice.length > longestLabel);
	const choices = long ? answer.choices.map((choice, at) => `\n${at + 1}. ${choice}`).join('') : '';
	const markdown = `**${text}**${choices === '' ? '' : `\n${choices}`}`;
	return {
		blocks: [markdownBlock(markdown), ...buttonsOf(question, long), contextOf(question)],
		text: fallbackText(`${text}${choices}`),
	};
}

/** The same question when it takes no answer any more. Pure. */
export function closedQuestion({ text }: Question, why: string): RenderedMessage {
	const closing = shortened(neutralise(escaped(why)), 2900);
	const section: SectionBlock = { type: 'section', text: { type: 'mrkdwn', text: `☑ ${closing}` } };
	return { blocks: [markdownBlock(`**${text}**`), section], text: fallbackText(`${text}\n${why}`) };
}

function buttonsOf({ id, answer }: Question, byNumber: boolean): ActionsBlock[] {
	if (answer.kind !== 'choices') return [{ type: 'actions', elements: [button('answer-open', 'Answer …', id)] }];
	const buttons = answer.choices.map((choice, at) =>
		button(`answer-choice-${at}`, byNumber ? String(at + 1) : choice, id),
	);
	return inRows(buttons).map((elements) => ({ type: 'actions', elements }));
}

function inRows(buttons: readonly Button[]): Button[][] {
	const rows = Math.ceil(buttons.length / buttonsInARow);
	return Array.from({ length: rows }, (_, row) => buttons.slice(row * buttonsInARow, (row + 1) * buttonsInARow));
}

function button(actionId: string, label: string, value: string): Button {
	const text = shortened(neutralise(label), 75);
	return { type: 'button', action_id: actionId, text: { type: 'plain_text', text }, value };
}

/** Whom it is for is told by name, which pings them: it is a question to them. */
function contextOf({ whoMayAnswer, until, answer }: Question): ContextBlock {
	const named = whoMayAnswer.flatMap((id) => /^slack:\w+\/([UW]\w+)$/.exec(id)?.[1] ?? []);
	const whom = named.length === 0 ? '' : `For ${named.map((user) => `<@${user}>`).join(', ')}. `;
	const seconds = Math.floor(Date.parse(until) / 1000);
	const when = `<!date^${seconds}^{date_short_pretty} at {time}|${until.slice(0, 16).replace('T', ' ')} UTC>`;
	const how = answer.kind === 'text' ? 'Or write the answer into this thread. ' : '';
	return { type: 'context', elements: [{ type: 'mrkdwn', text: `${whom}${how}Open until ${when}` }] };
}
