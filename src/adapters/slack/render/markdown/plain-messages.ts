import { columnsKept } from '../../../markdown/columns-kept.ts';
import { splitText } from '../../../markdown/split-text.ts';
import { fallbackText } from '../fallback-text.ts';
import type { RenderedMessage } from '../rendered-message.ts';

/** Characters of a text of ours in one message. */
const longestPiece = 3000;

/** A text of ours in Markdown, such as a command's answer, as messages. Pure. */
export function plainMessages(markdown: string): RenderedMessage[] {
	return splitText(columnsKept(markdown), longestPiece).map((piece) => ({ blocks: [], text: fallbackText(piece) }));
}
