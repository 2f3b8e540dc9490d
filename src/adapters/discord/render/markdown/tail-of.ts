import { splitText } from '../../../markdown/split-text.ts';
import { toDiscordMarkdown } from './discord-markdown.ts';

/** The end of Markdown that streams in, at most `most` characters as Discord shows it, all of its fences closed. For 500 characters and more. Pure. */
export function tailOf(markdown: string, most: number): string {
	// The parser is spared what will not be seen.
	return lastPieces(toDiscordMarkdown(lastPieces(markdown, 2 * most)), most);
}

/** Pieces are counted from the beginning: what is seen moves on by half, not with each word. */
function lastPieces(text: string, most: number): string {
	if (text.length <= most) {
		const [whole = '', ...more] = splitText(text, most);
		if (more.length === 0) return whole;
	}
	const pieces = splitText(text, Math.floor(most / 2) - 2);
	return ['…', ...pieces.slice(-2)].join('\n');
}
