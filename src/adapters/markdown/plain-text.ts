import type { Nodes } from 'mdast';

/** The words of Markdown without its marks, everything on one line. Pure. */
export function plainText(node: Nodes): string {
	return words(node).replaceAll(/\s+/g, ' ').trim();
}

/** Those whose children follow each other as blocks, not as words of one line. */
const blocks = new Set(['root', 'blockquote', 'list', 'listItem', 'table', 'tableRow', 'footnoteDefinition']);

function words(node: Nodes): string {
	if ('value' in node) return node.value;
	if ('children' in node) return node.children.map(words).join(blocks.has(node.type) ? ' ' : '');
	if ('alt' in node) return node.alt ?? '';
	return node.type === 'break' || node.type === 'thematicBreak' ? ' ' : '';
}
