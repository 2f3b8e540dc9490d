const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const narrowText = /^[\u0020-\u007e\u00a0-\u02ff]*$/;
/** The blocks that Unicode's East Asian Width property calls wide or fullwidth (UAX #11), coarsely. */
const wideCharacters =
	/^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|.\ufe0f)/u;
const noWidth = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;
const esc = '\u001b';
const styleSequences = new RegExp(`${esc}\\[[0-9;]*m`, 'g');

/** Columns that one character, as people see characters, takes on a terminal. */
function graphemeWidth(grapheme: string): number {
	if (noWidth.test(grapheme)) return 0;
	return wideCharacters.test(grapheme) ? 2 : 1;
}

/** Columns that one line of clean text takes on a terminal; our own colours do not count. Tabs must have been replaced. */
export function textWidth(text: string): number {
	const plain = text.replace(styleSequences, '');
	if (narrowText.test(plain)) return plain.length;
	return [...segmenter.segment(plain)].reduce((width, { segment }) => width + graphemeWidth(segment), 0);
}

/** As much of `text` as fits into `width` columns, and the rest. At least one character, so that cutting in a loop ends. */
export function splitAtWidth(text: string, width: number): readonly [string, string] {
	let used = 0;
	for (const { segment, index } of segmenter.segment(text)) {
		used += graphemeWidth(segment);
		if (used > width && index > 0) return [text.slice(0, index), text.slice(index)];
	}
	return [text, ''];
}

/** `text` in at most `width` columns, its end replaced by `…` where it does not fit. */
export function cutToWidth(text: string, width: number): string {
	if (textWidth(text) <= width) return text;
	if (width < 2) return '…'.slice(0, Math.max(0, width));
	const kept = splitAtWidth(text, width - 1)[0].trimEnd();
	return textWidth(kept) < width ? `${kept}…` : '…';
}

/** `text` cut into rows of at most `width` columns, wherever that is. */
export function hardWrap(text: string, width: number): readonly string[] {
	const rows: string[] = [];
	let start = 0;
	let used = 0;
	for (const { segment, index } of segmenter.segment(text)) {
		const columns = graphemeWidth(segment);
		if (used + columns > width && index > start) {
			rows.push(text.slice(start, index));
			start = index;
			used = 0;
		}
		used += columns;
	}
	return [...rows, text.slice(start)];
}

/** `text` cut into rows at spaces; later rows are indented like the text of a list item. Words that are too long are cut. */
export function wordWrap(text: string, width: number, indent = hangingIndent(text, width)): readonly string[] {
	const rows: string[] = [];
	let row = '';
	let used = 0;
	for (const word of text.match(/\s*\S+|\s+$/g) ?? []) {
		const columns = textWidth(word);
		if (used + columns <= width) {
			row += word;
			used += columns;
			continue;
		}
		if (row.trim() !== '') rows.push(row.trimEnd());
		const pieces = hardWrap((row.trim() === '' ? row : indent) + word.trimStart(), width);
		rows.push(...pieces.slice(0, -1));
		row = pieces.at(-1) ?? '';
		used = textWidth(row);
	}
	return [...rows, row];
}

/** A row of a list whose columns are two spaces apart, wrapped within the last column that leaves room for a third of the width. */
export function wrapColumns(text: string, width: number): readonly string[] {
	let column = 0;
	for (const gap of text.matchAll(/\S {2,}(?=\S)/g)) {
		const begins = textWidth(text.slice(0, gap.index + gap[0].length));
		if (begins > (width * 2) / 3) break;
		column = begins;
	}
	return column === 0 ? wordWrap(text, width) : wordWrap(text, width, ' '.repeat(column));
}

function hangingIndent(text: string, width: number): string {
	const lead = /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?/.exec(text)?.[0] ?? '';
	return ' '.repeat(Math.min(textWidth(lead), Math.floor(width / 3)));
}
