import type { ContextActionsBlock, KnownBlock } from '@slack/types';
import { formatBytes } from '../../../base/text/format-bytes.ts';
import type { UploadFile } from '../../present/surface.ts';
import { lineOfWords } from './cut-text.ts';
import { type RenderedMessage, section } from './rendered-message.ts';

/** Thumbs below an answer; what is pressed names the turn. Pure. */
export function feedbackBlock(turn: string): ContextActionsBlock {
	const thumb = (text: string, value: string) => ({
		text: { type: 'plain_text' as const, text },
		value: `${value} ${turn}`,
	});
	const buttons = {
		type: 'feedback_buttons' as const,
		action_id: 'feedback',
		positive_button: thumb('Good answer', 'good'),
		negative_button: thumb('Bad answer', 'bad'),
	};
	return { type: 'context_actions', elements: [buttons] };
}

/** Reads which turn a thumb is about, and whether it is good or bad; undefined for a value that is not ours. Pure. */
export function readFeedback(value: string): { readonly turn: string; readonly value: string } | undefined {
	const [, said, turn] = /^(good|bad) (\S+)$/.exec(value) ?? [];
	return said && turn ? { turn, value: said } : undefined;
}

/** For whoever wrote a message that waits: what they can do about it. `key` is the message's. Pure. */
export function waitingMessage(key: string): RenderedMessage {
	const text = 'Your message waits for the running turn.';
	const button = (actionId: string, label: string) => ({
		type: 'button' as const,
		action_id: actionId,
		text: { type: 'plain_text' as const, text: label },
		value: key,
	});
	const blocks: KnownBlock[] = [
		section(text),
		{ type: 'actions', elements: [button('use-now', 'Use now'), button('take-back', 'Take back')] },
	];
	return { blocks, text };
}

/** The line that hands a file over, in mrkdwn. Pure. */
export function receipt({ name, size, remark }: Pick<UploadFile, 'name' | 'size' | 'remark'>): string {
	const facts = [formatBytes(size), ...(remark === undefined ? [] : [remark])];
	return `*${lineOfWords(name.replaceAll('*', ' '), 250)}*  ${facts.join(', ')}`;
}

/** Suggestions for somebody who opens a direct conversation; Slack takes four. */
export const suggestedPrompts: [Prompt, ...Prompt[]] = [
	{ title: 'Look into a file', message: 'I attach a file. What is in it, and what stands out?' },
	{ title: 'Make a chart', message: 'I attach a table. Draw the most telling chart of it.' },
	{ title: 'Convert files', message: 'I attach files. Convert them to CSV and hand them back.' },
	{ title: 'What can you do?', message: 'help' },
];

interface Prompt {
	readonly title: string;
	readonly message: string;
}
