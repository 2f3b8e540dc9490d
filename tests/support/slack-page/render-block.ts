import type { Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { escapeHtml } from '../page/escape-html.ts';
import { renderMrkdwn } from './render-text.ts';

type Json = Readonly<Record<string, unknown>>;

/** A block of a message as HTML. Throws for a kind that it does not know, so that nothing is left out in silence. Pure. */
export function renderBlock(block: Json): string {
	switch (block['type']) {
		case 'section':
			return `<p>${renderMrkdwn(textOf(block['text']))}</p>`;
		case 'context':
			return `<p class="context">${listOf(block['elements'])
				.map((element) => renderMrkdwn(textOf(element)))
				.join('<br>')}</p>`;
		case 'markdown':
			return renderNodes(parse(String(block['text'])));
		case 'header':
			return `<h3>${escapeHtml(textOf(block['text']))}</h3>`;
		case 'divider':
			return '<hr>';
		case 'actions':
			return `<div class="actions">${listOf(block['elements'])
				.map((button) => `<button>${escapeHtml(textOf(button['text']))}</button>`)
				.join('')}</div>`;
		case 'context_actions':
			return '<div class="thumbs"><span>👍</span><span>👎</span></div>';
		case 'table':
			return renderTable(block['rows'] as readonly (readonly Json[])[]);
		case 'plan':
			return `<div class="plan"><b>${escapeHtml(String(block['title'] ?? ''))}</b>${listOf(block['tasks']).map(renderBlock).join('')}</div>`;
		case 'task_card':
			return renderCard(block);
		case 'rich_text':
			return `<p>${escapeHtml(wordsOf(block))}</p>`;
		default:
			throw new Error(`Cannot draw a block of the type "${String(block['type'])}"`);
	}
}

const cardMarks: Readonly<Record<string, string>> = { pending: '○', in_progress: '◐', complete: '✓', error: '✗' };

function renderCard({ title, status, details, output }: Json): string {
	const words = [details, output].map(wordsOf).filter(Boolean);
	const below = words.map((line) => `<small>${escapeHtml(line)}</small>`).join('');
	return `<div class="task ${escapeHtml(String(status))}">${cardMarks[String(status)] ?? ''} ${escapeHtml(String(title))}${below}</div>`;
}

function textOf(object: unknown): string {
	return typeof object === 'object' && object !== null && 'text' in object ? String(object.text) : '';
}

function listOf(value: unknown): readonly Json[] {
	return Array.isArray(value) ? value : [];
}

function wordsOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(wordsOf).join('');
	if (typeof value !== 'object' || value === null) return '';
	return 'text' in value && typeof value.text === 'string' ? value.text : Object.values(value).map(wordsOf).join('');
}

function renderTable(rows: readonly (readonly Json[])[]): string {
	const cells = (row: readonly Json[], tag: string) =>
		row.map((cell) => `<${tag}>${escapeHtml(wordsOf(cell))}</${tag}>`).join('');
	const [head = [], ...body] = rows;
	return `<table><tr>${cells(head, 'th')}</tr>${body.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table>`;
}

function parse(markdown: string): Root {
	return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

const tags: Readonly<Record<string, string>> = {
	paragraph: 'p',
	heading: 'h3',
	strong: 'b',
	emphasis: 'i',
	delete: 's',
	blockquote: 'blockquote',
	listItem: 'li',
	link: 'a',
	table: 'table',
	tableRow: 'tr',
	tableCell: 'td',
};

function renderNodes({ children }: { readonly children: readonly RootContent[] }): string {
	return children.map(renderNode).join('');
}

function renderNode(node: RootContent): string {
	if (node.type === 'code') return `<pre>${escapeHtml(node.value)}</pre>`;
	if (node.type === 'inlineCode') return `<code>${escapeHtml(node.value)}</code>`;
	if ('value' in node) return escapeHtml(node.value).replaceAll('\n', '<br>');
	if (!('children' in node)) return node.type === 'thematicBreak' ? '<hr>' : '<br>';
	const inner = renderNodes(node as { children: RootContent[] });
	const tag = node.type === 'list' ? (node.ordered ? 'ol' : 'ul') : tags[node.type];
	return tag === undefined ? inner : `<${tag}>${inner}</${tag}>`;
}
