import type { Nodes } from 'mdast';
import { longestHere, parseMarkdown } from '../../markdown/parse-markdown.ts';
import type { Style } from './style.ts';
import { hardWrap, textWidth } from './text-width.ts';

/** A run of words that look the same. */
export interface Span {
	readonly text: string;
	readonly paint: (text: string) => string;
}

const asIs = (text: string): string => text;
/** Tables can write it in no other way than `<br>`. */
const lineBreak: Span = { text: '\n', paint: asIs };
const marks = /[*_`~[\]<>&\\]|:\/\//;

/** Markdown of one line as runs of words; what is too long or no single paragraph stays as it is written. Pure. */
export function inlineSpans(markdown: string, style: Style): readonly Span[] {
	return shortPieces(markdown).flatMap((piece) => spansOfPiece(piece, style));
}

function spansOfPiece(piece: string, style: Style): readonly Span[] {
	const raw = [{ text: piece, paint: asIs }];
	if (!marks.test(piece)) return raw;
	const source = piece.trim();
	const [only, ...more] = parseMarkdown(source)?.children ?? [];
	if (only?.type !== 'paragraph' || more.length > 0) return raw;
	const [before = ''] = /^\s*/.exec(piece) ?? [];
	const [after = ''] = /\s*$/.exec(piece) ?? [];
	const blank = (text: string) => (text === '' ? [] : [{ text, paint: asIs }]);
	return [
		...blank(before),
		...only.children.flatMap((node) => spansOf(node, asIs, { style, source })),
		...blank(after),
	];
}

interface Context {
	readonly style: Style;
	/** The text that the nodes were read from. */
	readonly source: string;
}

function spansOf(node: Nodes, paint: Span['paint'], at: Context): readonly Span[] {
	switch (node.type) {
		case 'strong':
			return node.children.flatMap((child) => spansOf(child, at.style.bold, at));
		case 'emphasis':
			return isFactor(node, at)
				? marked('*', node, paint, at)
				: node.children.flatMap((child) => spansOf(child, paint, at));
		case 'inlineCode': {
			const painted = at.style.accent(node.value) !== node.value;
			return [{ text: painted ? node.value : `\`${node.value}\``, paint: at.style.accent }];
		}
		case 'link':
			return [...node.children.flatMap((child) => spansOf(child, paint, at)), ...addressOf(node, at.style)];
		case 'image':
			return [{ text: `${node.alt ?? ''} (${node.url})`, paint }];
		case 'break':
			return [lineBreak];
		case 'html':
			return [/^<br\s*\/?>$/i.test(node.value) ? lineBreak : { text: node.value, paint }];
		case 'delete':
			return marked('~~', node, paint, at);
		default:
			if ('value' in node) return [{ text: node.value, paint }];
			return 'children' in node ? node.children.flatMap((child) => spansOf(child, paint, at)) : [{ text: ' ', paint }];
	}
}

function marked(
	mark: string,
	node: Extract<Nodes, { children: unknown }>,
	paint: Span['paint'],
	at: Context,
): readonly Span[] {
	return [{ text: mark, paint }, ...node.children.flatMap((child) => spansOf(child, paint, at)), { text: mark, paint }];
}

/** Emphasis in the middle of a word is a product, as in 2*3*4, whose signs must not go. */
function isFactor({ position }: Extract<Nodes, { type: 'emphasis' }>, { source }: Context): boolean {
	const before = source.charAt((position?.start.offset ?? 0) - 1);
	const after = source.charAt(position?.end.offset ?? source.length);
	return /[\p{L}\p{N}]/u.test(before + after);
}

function addressOf({ url, children }: Extract<Nodes, { type: 'link' }>, style: Style): readonly Span[] {
	const [only] = children;
	// Nothing but the address itself stands for it: what is shown as one must not lead elsewhere.
	const isShown = children.length === 1 && only?.type === 'text' && withoutScheme(url) === withoutScheme(only.value);
	return isShown ? [] : [{ text: ` (${url})`, paint: style.dim }];
}

function withoutScheme(url: string): string {
	return url.replace(/^(?:https?:\/\/|mailto:)/, '');
}

/** Pieces that are short enough to be read here, cut between words where no mark is open. */
function shortPieces(text: string): readonly string[] {
	if (text.length <= longestHere) return [text];
	const pieces: string[] = [];
	let piece = '';
	let safe = 0;
	for (const [word] of text.matchAll(/\s*\S+|\s+$/g)) {
		if (piece.length + word.length > longestHere && safe > 0) {
			pieces.push(piece.slice(0, safe));
			piece = piece.slice(safe);
			safe = 0;
		}
		piece += word;
		if (isClosed(piece.slice(safe))) safe = piece.length;
	}
	return [...pieces, piece];
}

/** Bounded by the length of a piece, but where a mark stays open: that is looked at once more for each word of a few. */
function isClosed(text: string): boolean {
	if (text.length > longestHere) return true;
	const count = (mark: RegExp) => text.match(mark)?.length ?? 0;
	return count(/`/g) % 2 === 0 && count(/\*/g) % 2 === 0 && count(/\*\*/g) % 2 === 0 && count(/\[/g) === count(/\]/g);
}

/** Runs of words cut into rows of at most `width` columns at spaces; later rows begin with `indent`. Words that are too long are cut. Pure. */
export function wrapSpans(spans: readonly Span[], width: number, indent = ''): readonly string[] {
	const rows: string[] = [];
	let row = '';
	let used = 0;

	function breakRow(): void {
		rows.push(row.trimEnd());
		row = indent;
		used = textWidth(indent);
	}

	function add(text: string, columns: number): void {
		row += text;
		used += columns;
	}

	function addLong(word: Word): void {
		const paint = word.spans[0]?.paint ?? asIs;
		const whole = word.spans.map(({ text }) => text).join('');
		for (const piece of hardWrap(whole, Math.max(1, width - textWidth(indent)))) {
			if (used + textWidth(piece) > width) breakRow();
			add(paint(piece), textWidth(piece));
		}
	}

	function addWord(word: Word): void {
		const columns = word.spans.reduce((sum, { text }) => sum + textWidth(text), 0);
		if (used + columns > width && row.trim() !== '') breakRow();
		if (word.isSpace && rows.length > 0 && row === indent) return;
		if (used + columns <= width) add(word.spans.map(({ text, paint }) => paint(text)).join(''), columns);
		else addLong(word);
	}

	for (const word of wordsOf(spans)) {
		if (word.spans[0] === lineBreak) breakRow();
		else addWord(word);
	}
	return row.trim() === '' && rows.length > 0 ? rows : [...rows, row];
}

/** A word of one or more runs, or the white space between two. */
interface Word {
	readonly isSpace: boolean;
	readonly spans: Span[];
}

function wordsOf(spans: readonly Span[]): readonly Word[] {
	const words: Word[] = [];
	for (const span of spans.flatMap(partsOf)) {
		const isSpace = span.text.trim() === '';
		const last = words.at(-1);
		if (last && !last.isSpace && !isSpace) last.spans.push(span);
		else words.push({ isSpace, spans: [span] });
	}
	return words;
}

function partsOf(span: Span): readonly Span[] {
	if (span === lineBreak) return [span];
	const { text, paint } = span;
	const parts = text.match(/\s+|\S+/g) ?? [];
	return parts.map((part) =>
		part.trim() === '' ? { text: part.replace(/\s/g, ' '), paint: asIs } : { text: part, paint },
	);
}
