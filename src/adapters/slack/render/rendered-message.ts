import type { ContextBlock, KnownBlock, MarkdownBlock, SectionBlock } from '@slack/types';
import { neutralise } from './markdown/neutralise.ts';

/** A message of ours in both of its forms. Nobody is pinged by it but whom its renderer names. */
export interface RenderedMessage {
	/** Within Slack's limits; none: the message is its text alone. */
	readonly blocks: readonly KnownBlock[];
	/** Mrkdwn for notifications, and for where the blocks are refused: at most 4,000 characters. */
	readonly text: string;
}

/** A block of Markdown, harmless. Slack takes none without text: control characters alone are nothing. Pure. */
export function markdownBlock(markdown: string): MarkdownBlock {
	const text = neutralise(markdown);
	return { type: 'markdown', text: text.trim() === '' ? '…' : text };
}

/** A block of mrkdwn, as it is. Pure. */
export function section(text: string): SectionBlock {
	return { type: 'section', text: { type: 'mrkdwn', text } };
}

/** Small print in mrkdwn, as it is. Pure. */
export function smallPrint(text: string): ContextBlock {
	return { type: 'context', elements: [{ type: 'mrkdwn', text }] };
}
