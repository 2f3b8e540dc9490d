import type { RichTextElement, RichTextSection, TableBlock } from '@slack/types';
import type { PhrasingContent, Table, TableCell } from 'mdast';
import { plainText } from '../../../markdown/plain-text.ts';
import { neutralise } from './neutralise.ts';
import { webAddress } from './web-address.ts';

type Cell = TableBlock['rows'][number][number];
type Style = NonNullable<Extract<RichTextElement, { type: 'text' }>['style']>;

/** https://docs.slack.dev/reference/block-kit/blocks/table-block */
const limits = { rows: 100, columns: 20, characters: 10_000 };

/** Whether Slack can show it as a table. Pure. */
export function fitsTableBlock(table: Table): boolean {
	const { rows, columns, characters } = limits;
	return table.children.length <= rows && columnsOf(table) <= columns && tableLength(table) <= characters;
}

/** Characters in its cells. Pure. */
export function tableLength({ children }: Table): number {
	return children.flatMap((row) => row.children).reduce((sum, cell) => sum + plainText(cell).length + 1, 0);
}

/** Pure. */
export function tableBlock(table: Table): TableBlock {
	const columns = Array.from({ length: columnsOf(table) }, (_, at) => at);
	const rows = table.children.map(({ children }) => columns.map((at) => cellOf(children[at])));
	const aligns = columns.map((at) => ({ align: table.align?.[at] ?? 'left', is_wrapped: true }));
	return { type: 'table', rows, column_settings: aligns };
}

function columnsOf({ children }: Table): number {
	return Math.max(...children.map((row) => row.children.length));
}

function cellOf(cell: TableCell | undefined): Cell {
	const text = cell ? neutralise(plainText(cell)) : '';
	// Slack takes no empty cell.
	if (!cell || text === '') return { type: 'raw_text', text: ' ' };
	if (cell.children.every(({ type }) => type === 'text')) return { type: 'raw_text', text };
	const section: RichTextSection = { type: 'rich_text_section', elements: elementsOf(cell.children, {}) };
	return { type: 'rich_text', elements: [section] };
}

function elementsOf(nodes: readonly PhrasingContent[], style: Style): RichTextElement[] {
	return nodes.flatMap((node) => elementOf(node, style));
}

function elementOf(node: PhrasingContent, style: Style): RichTextElement[] {
	if (node.type === 'link') return linkElement(node.url, plainText(node), style);
	const styled = { ...style, ...styles[node.type] };
	if ('children' in node) return elementsOf(node.children, styled);
	const text = neutralise('value' in node ? node.value : plainText(node));
	return text === '' ? [] : [{ type: 'text', text, ...(Object.keys(styled).length > 0 && { style: styled }) }];
}

const styles: Readonly<Partial<Record<PhrasingContent['type'], Style>>> = {
	strong: { bold: true },
	emphasis: { italic: true },
	delete: { strike: true },
	inlineCode: { code: true },
};

function linkElement(url: string, label: string, style: Style): RichTextElement[] {
	const address = webAddress(url);
	const text = neutralise(label);
	if (address === undefined) return text === '' ? [] : [{ type: 'text', text }];
	return [
		{
			type: 'link',
			url: address,
			...(text !== '' && { text }),
			...(Object.keys(style).length > 0 && { style }),
		},
	];
}
