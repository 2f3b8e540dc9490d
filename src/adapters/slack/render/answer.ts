import type { KnownBlock, TableBlock } from '@slack/types';
import type { Root, RootContent, Table } from 'mdast';
import { splitText } from '../../split-text.ts';
import { alignedTable, cellsOf, parseMarkdown } from './markdown-tree.ts';
import { neutralise } from './neutralise.ts';
import { fallbackText, markdownBlock, type RenderedMessage } from './rendered-message.ts';

/** An answer on its way into a thread. */
export type Answer =
	| { readonly kind: 'messages'; readonly messages: readonly RenderedMessage[] }
	/** Too long for three messages: its beginning, and all of it as a file. */
	| { readonly kind: 'file'; readonly summary: RenderedMessage; readonly file: AnswerFile };

export interface AnswerFile {
	readonly name: string;
	readonly text: string;
}

/** Characters of a message; https://docs.slack.dev/reference/methods/chat.postMessage recommends no more. */
const longest = 4000;
const mostMessages = 3;
/** Characters of the beginning that stands for an answer in a file. */
const longestSummary = 1500;
/** https://docs.slack.dev/reference/block-kit/blocks/table-block */
const tableLimits = { rows: 100, columns: 20, characters: 10_000 };

/** An answer in Markdown as messages of Slack, none of which pings anybody. Pure. */
export function renderAnswer(markdown: string): Answer {
	const pieces = splitText(markdown, longest);
	if (pieces.length <= mostMessages) return { kind: 'messages', messages: pieces.map(renderPiece) };
	const file = { name: 'answer.md', text: markdown };
	const [beginning = ''] = splitText(markdown, longestSummary);
	return { kind: 'file', summary: renderPiece(`${beginning}\n\n_The whole answer is in ${file.name}._`), file };
}

/** A message of plain mrkdwn, for where its blocks are refused. Pure. */
export function withoutBlocks({ text }: RenderedMessage): RenderedMessage {
	return { blocks: [], text };
}

function renderPiece(markdown: string): RenderedMessage {
	return { blocks: blocksOf(markdown), text: fallbackText(markdown) };
}

/** Prose as Markdown blocks; the first table that Slack can show as a table of its own (it takes one a message), others as aligned text. */
function blocksOf(markdown: string): KnownBlock[] {
	const root = parseMarkdown(markdown);
	const shown = root.children.find((node): node is Table => node.type === 'table' && isShowable(node));
	const prose = (from: number, to: number) => proseBlocks(markdown, root, [from, to], shown);
	if (!shown?.position) return prose(0, markdown.length);
	const { start, end } = shown.position;
	return [...prose(0, start.offset ?? 0), tableBlock(shown), ...prose(end.offset ?? 0, markdown.length)];
}

function isShowable(table: Table): boolean {
	const cells = cellsOf(table);
	const characters = cells.flat().reduce((sum, cell) => sum + cell.length, 0);
	const { rows, columns, characters: most } = tableLimits;
	return cells.length <= rows && Math.max(...cells.map((row) => row.length)) <= columns && characters <= most;
}

function tableBlock(table: Table): TableBlock {
	const rows = cellsOf(table).map((row) =>
		row.map((cell) => ({ type: 'raw_text' as const, text: neutralise(cell) || ' ' })),
	);
	const aligns = (table.align ?? []).map((align) => ({ align: align ?? 'left' }));
	return { type: 'table', rows, ...(aligns.length > 0 && { column_settings: aligns }) };
}

type Range = readonly [from: number, to: number];

function proseBlocks(markdown: string, root: Root, range: Range, shown: Table | undefined): KnownBlock[] {
	const text = withAlignedTables(markdown, root, range, shown).trim();
	return text === '' ? [] : [markdownBlock(text)];
}

/** The text between two offsets, its tables as fenced text. */
function withAlignedTables(markdown: string, root: Root, [from, to]: Range, shown: Table | undefined): string {
	const tables = root.children.filter(
		(node): node is Table => node.type === 'table' && node !== shown && isWithin(node, [from, to]),
	);
	let at = from;
	let text = '';
	for (const table of tables) {
		text += `${markdown.slice(at, table.position?.start.offset)}\`\`\`\n${alignedTable(cellsOf(table))}\n\`\`\``;
		at = table.position?.end.offset ?? at;
	}
	return text + markdown.slice(at, to);
}

function isWithin({ position }: RootContent, [from, to]: Range): boolean {
	return (position?.start.offset ?? -1) >= from && (position?.end.offset ?? Infinity) <= to;
}
