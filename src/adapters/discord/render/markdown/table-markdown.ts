import type { Nodes, Table, TableCell } from 'mdast';
import { plainText } from '../../../markdown/plain-text.ts';
import { tableText } from '../../../markdown/table-text.ts';
import { atLead, codeBlock } from './code-markdown.ts';
import { escapeMarkdown } from './escape.ts';
import { htmlMarkdown } from './html-markdown.ts';

/** Wider lines of code are wrapped, and no longer look like a table. */
const widest = 100;

/** A table as aligned text, or, where that is too wide or would lose an address, each row as a list. `lead` stands before it already; `cellText`: Markdown of a cell. Pure. */
export function tableMarkdown(table: Table, lead: string, cellText: (cell: TableCell) => string): string {
	const aligned = tableText(withoutTags(table) as Table);
	const isNarrow = aligned.split('\n').every((line) => line.length <= widest);
	if (isNarrow && !holdsAddress(table)) return codeBlock(aligned, '', lead);
	return atLead(listed(table, cellText), lead);
}

function listed({ children: [head, ...rows] }: Table, cellText: (cell: TableCell) => string): string[] {
	const names = head?.children.map((cell) => `**${escapeMarkdown(plainText(cell))}**`) ?? [];
	const named = names.map((name) => (name === '****' ? '' : name));
	if (rows.length === 0) return [named.join('  ').trim()];
	return rows.flatMap(({ children }) => {
		const texts = children.map((cell, at) => fieldText(named[at] ?? '', cellText(cell))).filter((text) => text !== '');
		return texts.map((text, at) => `${at === 0 ? '- ' : '  '}${text}`);
	});
}

function fieldText(name: string, text: string): string {
	const value = text.replaceAll(/\s*\n\s*/g, ' ').trim();
	if (value === '') return '';
	return name === '' ? value : `${name}: ${value}`;
}

/** Whether it leads somewhere that its words do not say. */
function holdsAddress(node: Nodes): boolean {
	if (node.type === 'image') return true;
	if (node.type === 'link') return !plainText(node).includes(node.url.replace(/^(?:https?:\/\/|mailto:)/, ''));
	return 'children' in node && node.children.some(holdsAddress);
}

/** A table with white space in the place of the tags that Discord would show as such. */
function withoutTags(node: Nodes): Nodes {
	if (node.type === 'html')
		return { type: 'text', value: /^<br/i.test(node.value) ? ' ' : htmlMarkdown(node.value, node.value) };
	return 'children' in node ? ({ ...node, children: node.children.map(withoutTags) } as Nodes) : node;
}
