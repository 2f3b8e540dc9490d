import { cleanText } from '../render/clean-text.ts';
import { cutToWidth } from '../render/text-width.ts';

/** First of the private characters that stand for a paste in the line; Unicode gives them no meaning. */
const firstToken = 0xe000;
const tokenCount = 0x1900;
const tokens = /[\ue000-\uf8ff]/g;
/** A paste of one line stays in the line as if typed, up to this many characters. */
const maxInline = 500;

/** Keeps pastes of several lines, and line ends, beside the line editor, which knows only single lines: there each is one character. */
export interface PasteBuffer {
	/** Keeps a paste; gives the text to put into the line for it. */
	take(text: string): string;
	/** The text to put into the line for the end of one that goes on below. */
	newLine(): string;
	/** The line with its pastes in it: what the person means. */
	expand(line: string): string;
	/** The line without its pastes: what was typed by hand. */
	strip(line: string): string;
	/** The line as it is shown, each paste as `[3 lines: the first of…]`. */
	show(line: string): string;
}

export function createPasteBuffer(): PasteBuffer {
	const pastes: string[] = ['\n'];
	const replace = (line: string, by: (paste: string) => string) =>
		line.replace(tokens, (token) => {
			const paste = pastes[token.charCodeAt(0) - firstToken];
			return paste === undefined ? token : by(paste);
		});
	return {
		take(text) {
			const clean = cleanText(text).replace(tokens, '').replace(/\n+$/, '');
			const inline = clean.length <= maxInline && !/[\n\t]/.test(clean);
			if (inline || pastes.length === tokenCount) return clean.replace(/\s/g, ' ');
			pastes.push(clean);
			return String.fromCharCode(firstToken + pastes.length - 1);
		},
		newLine: () => String.fromCharCode(firstToken),
		expand: (line) => replace(line, (paste) => paste),
		strip: (line) => replace(line, (paste) => (paste === '\n' ? paste : ' ')),
		show: (line) => replace(line, (paste) => (paste === '\n' ? ' ⏎ ' : label(paste))),
	};
}

function label(paste: string): string {
	const lines = paste.split('\n');
	const first = cutToWidth((lines.find((line) => line.trim() !== '') ?? '').trim().replaceAll('\t', ' '), 24);
	return `[${lines.length === 1 ? '1 line' : `${lines.length} lines`}: ${first}]`;
}
