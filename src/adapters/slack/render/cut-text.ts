import { splitText } from '../../split-text.ts';

/** At most `most` characters, the last one `…` where something is left out; never half a character. Pure. */
export function cutText(text: string, most: number): string {
	if (text.length <= most) return text;
	const kept = text.slice(0, most - 1);
	return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** The same for mrkdwn: no fence stays open, no link and no entity is cut. For 200 characters and more. Pure. */
export function cutMrkdwn(text: string, most: number): string {
	if (text.length <= most) return text;
	const [first = ''] = splitText(text, most - 2);
	const whole = first.replace(/<[^<>]*$/, '').replace(/&[a-z]{0,3}$/, '');
	return `${whole}${whole.endsWith('```') ? '\n' : ''}…`;
}

/** Mrkdwn's own characters as they are written. Pure. */
export function escapeMrkdwn(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
