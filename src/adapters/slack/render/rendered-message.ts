import type { KnownBlock, MarkdownBlock } from '@slack/types';
import { shortened, toMrkdwn } from './mrkdwn.ts';
import { neutralise } from './neutralise.ts';

/** What a message of ours is made of. */
export interface RenderedMessage {
	readonly blocks: readonly KnownBlock[];
	/** Mrkdwn for notifications, and for where the blocks are refused: at most 4,000 characters, as `chat.update` takes. */
	readonly text: string;
}

/** `chat.update` takes no longer text: https://docs.slack.dev/reference/methods/chat.update */
const longestText = 4000;

/** Markdown as a fallback text. Pure. */
export function fallbackText(markdown: string): string {
	return shortened(toMrkdwn(neutralise(markdown)), longestText) || ' ';
}

/** A block of Markdown, harmless. Pure. */
export function markdownBlock(markdown: string): MarkdownBlock {
	return { type: 'markdown', text: neutralise(markdown) };
}
