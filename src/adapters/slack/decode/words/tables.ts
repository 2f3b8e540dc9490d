import { inlineFile } from '../../files/inline-file.ts';
import { escapeEntities } from '../entities.ts';
import { readableText } from '../readable-text.ts';
import { field, type Node, nodeIn, type Reading, shortName, takeSome, textIn } from './reading.ts';
import { richLineOf } from './rich-text.ts';

/** From so many rows on a table is a file, and only its first rows are words. */
const longTable = 50;
const shownRows = 10;

/** A table as Markdown; a long one as its first rows, and as a CSV file beside the message. */
export function tableOf({ caption, rows: given }: Node, reading: Reading): string {
	const rows = takeSome(given, reading).map((row) => takeSome(row, reading).map((cell) => cellOf(cell, reading)));
	const title = textIn(caption);
	const words = rows.length < longTable ? markdownTable(rows) : longTableOf(rows, reading);
	return title === '' ? words : `${title}\n${words}`;
}

function longTableOf(rows: readonly (readonly string[])[], reading: Reading): string {
	const name = reading.nextTable();
	reading.files.push(inlineFile(name, csvOf(rows)));
	const shown = markdownTable(rows.slice(0, shownRows));
	return `${shown}\n(the first ${shownRows} of ${rows.length} rows; all of them are in the file "${name}")`;
}

/** One line of Slack's form. https://docs.slack.dev/reference/block-kit/blocks/table-block */
function cellOf(cell: unknown, reading: Reading): string {
	const node = nodeIn(cell);
	if (node === undefined) return typeof cell === 'string' ? oneLine(escapeEntities(cell)) : '';
	if (node.type === 'rich_text') return oneLine(richLineOf(node, reading));
	if (node.type === 'raw_number') return oneLine(escapeEntities(field(node, 'text')) || field(node, 'value'));
	const words = node.type === 'raw_text' ? escapeEntities(field(node, 'text')) : textIn(node);
	return oneLine(words || (node.type === 'raw_text' ? '' : `(a "${shortName(node.type)}")`));
}

function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}

/** https://github.github.com/gfm/#tables-extension- Pure. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
	const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
	if (columns === 0) return '(an empty table)';
	const width = Math.min(columns, mostColumns);
	const [first = [], ...rest] = rows.map((row) => rowOf(row, width));
	return [first, `|${' --- |'.repeat(width)}`, ...rest].join('\n');
}

/** Slack's tables have twenty; what one row adds in columns must not grow with all the others. */
const mostColumns = 100;

function rowOf(row: readonly string[], width: number): string {
	const cells = Array.from({ length: width }, (_, column) => escapeCell(row[column] ?? ''));
	return `| ${cells.join(' | ')} |`;
}

/** A bar that belongs to the cell, and the signs before it that would take its sign away. */
function escapeCell(cell: string): string {
	return cell.replaceAll(/(?<!\\)(\\*)\|/g, (_, slashes: string) => `${slashes}${slashes}\\|`);
}

/** RFC 4180. A formula stays what somebody wrote: whoever reads the file reads data. Pure. */
export function csvOf(rows: readonly (readonly string[])[]): string {
	return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(cell: string): string {
	const text = readableText(cell, (user) => user);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
