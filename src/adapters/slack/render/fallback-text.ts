import { firstPiece } from '../../markdown/split-text.ts';
import { cutMrkdwn } from './cut-text.ts';
import { toMrkdwn } from './markdown/mrkdwn.ts';

/** `chat.update` takes no longer text: https://docs.slack.dev/reference/methods/chat.update */
const longestText = 4000;

/** Markdown as a fallback text. Pure. */
export function fallbackText(markdown: string): string {
	return cutMrkdwn(toMrkdwn(firstPiece(markdown, 2 * longestText)), longestText) || '…';
}
