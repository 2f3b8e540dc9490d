import { beginningFor, cutText, oneLine } from '../../../base/text/cut-text.ts';
import { firstPiece } from '../../markdown/split-text.ts';
import { escapeMrkdwn } from './markdown/escape-mrkdwn.ts';
import { neutralise } from './markdown/neutralise.ts';

/** At most `most` characters of mrkdwn, the last one `…` where something is left out: no fence stays open, no link and no entity is cut. For 200 characters and more. Pure. */
export function cutMrkdwn(text: string, most: number): string {
	if (text.length <= most) return text;
	const whole = firstPiece(text, most - 2)
		.replace(/<[^<>]*$/, '')
		.replace(/&[a-z]{0,3}$/, '');
	return `${whole}${whole.endsWith('```') ? '\n' : ''}…`;
}

/** Words that are no Markdown as one line of mrkdwn: the first `most` characters of them, which ping nobody. Pure. */
export function lineOfWords(text: string, most: number): string {
	return neutralise(escapeMrkdwn(cutText(oneLine(beginningFor(text, most)), most)));
}

/** Words as one line for a label, a title, and wherever else Slack reads no marks: their first `most` characters, which ping nobody. Pure. */
export function labelOf(text: string, most: number): string {
	return cutText(neutralise(oneLine(beginningFor(text, most))), most) || '…';
}
