import type { AlignType, Table } from 'mdast';
import { plainText } from './plain-text.ts';

const gap = '  ';

/** A table as lines of aligned columns, its first row underlined: for where a platform shows no table. Pure. */
export function tableText({ children, align }: Table): string {
	const rows = children.map((row) => row.children.map(plainText));
	const widths = columnWidths(rows);
	const [first = [], ...rest] = rows.map((row) => lineOf(row, widths, align ?? []));
	return [first, widths.map((width) => '─'.repeat(width)).join(gap), ...rest].join('\n');
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
	const columns = Math.max(...rows.map((row) => row.length));
	return Array.from({ length: columns }, (_, at) => Math.max(1, ...rows.map((row) => length(row[at] ?? ''))));
}

function lineOf(row: readonly string[], widths: readonly number[], align: readonly AlignType[]): string {
	return widths
		.map((width, at) => padded(row[at] ?? '', width, align[at] ?? null))
		.join(gap)
		.trimEnd();
}

function padded(text: string, width: number, align: AlignType): string {
	const room = Math.max(0, width - length(text));
	const before = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0;
	return `${' '.repeat(before)}${text}${' '.repeat(room - before)}`;
}

/** In characters as people count them. */
function length(text: string): number {
	return [...text].length;
}
