import type { Nodes, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** The tree of a Markdown text as GitHub flavours it. Pure. */
export function parseMarkdown(markdown: string): Root {
	return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** The words of a tree, without any marks. Pure. */
export function wordsOf(node: Nodes): string {
	if ('value' in node) return node.value;
	if (node.type === 'image') return node.alt ?? '';
	if (node.type === 'break') return '\n';
	return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

/** A table's cells as words, row by row. Pure. */
export function cellsOf(table: Table): string[][] {
	return table.children.map((row) => row.children.map((cell) => wordsOf(cell).trim()));
}

/** A table as lines of text whose columns stand below each other. Pure. */
export function alignedTable(rows: readonly (readonly string[])[]): string {
	const columns = Math.max(0, ...rows.map((row) => row.length));
	const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
	const line = (row: readonly string[]) =>
		widths
			.map((width, at) => (row[at] ?? '').padEnd(width))
			.join('  ')
			.trimEnd();
	const [head = [], ...body] = rows;
	return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...body.map(line)].join('\n');
}
