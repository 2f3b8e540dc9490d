import { beginningFor, cutText, oneLine } from '../../../../base/text/cut-text.ts';
import { markerOf, withoutMarkers } from '../../marker.ts';

/** Control characters, and those that turn the direction of what follows: a file's name could look like another one. */
const hidden = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;
/** A character at the end of a text of others that could be read as the beginning of a marker. */
const halfMarker = /[\u200b-\u200d\u2060-\u2064]/;

const longestLine = 400;
const longestCode = 120;

/** Text that others wrote, without markers, halves of characters and control characters but line endings and tabs. Pure. */
export function cleanWords(text: string): string {
	return withoutMarkers(text.toWellFormed().replaceAll(hidden, ''));
}

/** Words that are not Markdown, as one line of it: the first `most` characters of them. The backslashes come on top. Pure. */
export function plainLine(text: string, most = longestLine): string {
	return escapeMarkdown(cutText(oneLine(cleanWords(beginningFor(text, most))), most));
}

/** Text that others wrote, cleaned for a label, a title, and wherever else Discord reads no Markdown; never empty. Pure. */
export function labelOf(text: string, most: number): string {
	const label = cutText(oneLine(cleanWords(beginningFor(text, most))), most);
	return isVisible(label) ? label : '…';
}

/** A command or a path as it stands within the backticks of code in a line; never empty. Pure. */
export function plainCode(text: string, most = longestCode): string {
	return labelOf(beginningFor(text, most).replaceAll('`', "'"), most);
}

/** A text with nothing in it that Discord would format or link. Pure. */
export function escapeMarkdown(text: string): string {
	return (
		text
			.replaceAll(/[\\*`<[]/g, '\\$&')
			// Within a word it does nothing: most are in the names of files and tools.
			.replaceAll(/(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])/g, '\\_')
			.replaceAll(/~(?=~)|(?<=~)~|\|(?=\|)|(?<=\|)\|/g, '\\$&')
			.replaceAll(/:(?=\/\/|[\w+-]+:)|@(?=everyone|here)/g, '\\$&')
			.replaceAll(/^([^\S\r\n\u2028\u2029]*)([>#-])/gm, '$1\\$2')
			.replaceAll(/^([^\S\r\n\u2028\u2029]*\d+)(?=\.\s)/gm, '$1\\')
	);
}

/** Whether a text has anything in it that is seen. Pure. */
export function isVisible(text: string): boolean {
	return /[^\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]/u.test(text);
}

function withoutHalfMarker(text: string): string {
	let end = text.length;
	while (end > 0 && halfMarker.test(text.charAt(end - 1))) end -= 1;
	return text.slice(0, end);
}

/** A text that says which things it shows: ends with the markers of their keys. Pure. */
export function marked(text: string, keys: readonly string[]): string {
	const markers = keys.map(markerOf).join('');
	if (markers === '') return text;
	const whole = withoutHalfMarker(text);
	// Discord would take them for a part of the address.
	const apart = whole.split(/\s/).at(-1)?.includes('://') ? ' ' : '';
	return `${whole}${apart}${markers}`;
}
