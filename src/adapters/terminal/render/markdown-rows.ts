import { inlineSpans, type Span, wrapSpans } from './inline.ts';
import type { Style } from './style.ts';
import { textWidth } from './text-width.ts';

/** A line of Markdown that is no code, in rows of at most `width` columns: heading, rule, quote, list item or prose. Pure. */
export function proseRows(line: string, width: number, style: Style): readonly string[] {
	const heading = /^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$/.exec(line)?.[1];
	if (heading !== undefined) return wrapSpans(painted(inlineSpans(heading, style), style.bold), width);
	if (/^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(line))
		return [style.dim('─'.repeat(Math.min(width, 40)))];
	const quote = /^ {0,3}((?:> ?)+)(.*)$/.exec(line);
	if (quote) {
		const bars = '│ '.repeat(Math.min(5, (quote[1] ?? '').replaceAll(' ', '').length));
		const rows = wrapSpans(inlineSpans(quote[2] ?? '', style), Math.max(4, width - bars.length));
		return rows.map((row) => `${style.dim(bars)}${row}`);
	}
	const [lead = ''] = /^\s*(?:[-*+•]\s+|\d{1,9}[.)]\s+)?/.exec(line) ?? [];
	const most = Math.floor(width / 3);
	const indent = ' '.repeat(Math.min(textWidth(lead), most));
	// However deep it stands in lists, there is room for words.
	const shown =
		textWidth(lead) > most ? `${' '.repeat(Math.max(0, most - textWidth(lead.trim()) - 1))}${lead.trim()} ` : lead;
	const spans = [{ text: shown, paint: (text: string) => text }, ...inlineSpans(line.slice(lead.length), style)];
	return wrapSpans(spans, width, indent);
}

function painted(spans: readonly Span[], paint: Span['paint']): readonly Span[] {
	return spans.map(({ text }) => ({ text, paint }));
}

const gap = '  ';
const leastColumn = 4;

/** The lines of a table as aligned columns, wrapped in their cells where they are wider than `width`; undefined for what is no table. Pure. */
export function tableRows(lines: readonly string[], width: number, style: Style): readonly string[] | undefined {
	const [head, rule, ...body] = lines.map(cellsOf);
	if (!head || !rule || rule.length !== head.length || !rule.every(isRule)) return undefined;
	const columns = head.length;
	if (columns * (leastColumn + gap.length) > width) return stackedRows(head, body, width, style);
	const cells = [head, ...body].map((row) => head.map((_, at) => inlineSpans(row[at] ?? '', style)));
	const widths = fitted(widthsOf(cells, columns), width - gap.length * (columns - 1));
	const [first = [], ...rest] = cells.map((row) => tableRow(row, widths, rule));
	return [...first.map(style.bold), style.dim(widths.map((one) => '─'.repeat(one)).join(gap)), ...rest.flat()];
}

/** Whether a line may be one of a table. Pure. */
export function hasCells(line: string): boolean {
	return /(?<!\\)\|/.test(line);
}

/** Whether a line is what stands below a table's head. Pure. */
export function isTableRule(line: string): boolean {
	return hasCells(line) && cellsOf(line).every(isRule);
}

function isRule(cell: string): boolean {
	return /^:?-+:?$/.test(cell);
}

/** A table with too many columns for the terminal: each of its rows as a list, by the names of the columns. */
function stackedRows(
	head: readonly string[],
	body: readonly (readonly string[])[],
	width: number,
	style: Style,
): readonly string[] {
	const rows = body.map((row) =>
		head.flatMap((name, at) =>
			wrapSpans(
				[...painted(inlineSpans(`${name}: `, style), style.bold), ...inlineSpans(row[at] ?? '', style)],
				width,
				'  ',
			),
		),
	);
	const names = () => wrapSpans(painted(inlineSpans(head.join(', '), style), style.bold), width);
	return rows.length === 0 ? names() : rows.flatMap((row, at) => (at === 0 ? row : ['', ...row]));
}

function cellsOf(line: string): readonly string[] {
	const inner = line
		.trim()
		.replace(/^\|/, '')
		.replace(/(?<!\\)\|$/, '');
	return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function widthOf(spans: readonly Span[]): number {
	const text = spans.map((span) => span.text).join('');
	return Math.max(...text.split('\n').map(textWidth));
}

function widthsOf(rows: readonly (readonly (readonly Span[])[])[], columns: number): number[] {
	const widths = new Array<number>(columns).fill(1);
	for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 1, widthOf(cell));
	return widths;
}

/** The widest columns give way first. */
function fitted(wanted: readonly number[], room: number): readonly number[] {
	const widths = wanted.map((one) => Math.min(one, room));
	for (let over = widths.reduce((sum, one) => sum + one, 0) - room; over > 0; over -= 1) {
		const at = widths.indexOf(Math.max(...widths));
		widths[at] = (widths[at] ?? 1) - 1;
	}
	return widths;
}

function tableRow(
	cells: readonly (readonly Span[])[],
	widths: readonly number[],
	rule: readonly string[],
): readonly string[] {
	const wrapped = cells.map((cell, at) => wrapSpans(cell, widths[at] ?? 1));
	const height = Math.max(...wrapped.map((rows) => rows.length));
	return Array.from({ length: height }, (_, row) =>
		wrapped
			.map((rows, at) => aligned(rows[row] ?? '', widths[at] ?? 1, rule[at] ?? ''))
			.join(gap)
			.trimEnd(),
	);
}

function aligned(text: string, width: number, rule: string): string {
	const room = Math.max(0, width - textWidth(text));
	const isEnd = rule.endsWith(':');
	const before = isEnd && rule.startsWith(':') ? Math.floor(room / 2) : isEnd ? room : 0;
	return `${' '.repeat(before)}${text}${' '.repeat(room - before)}`;
}
