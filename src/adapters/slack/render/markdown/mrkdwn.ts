import type { Definition, List, ListItem, Nodes, RootContent } from 'mdast';
import { cutText, headOf, oneLine } from '../../../../base/text/cut-text.ts';
import { longestHere, parseMarkdown } from '../../../markdown/parse-markdown.ts';
import { plainText } from '../../../markdown/plain-text.ts';
import { splitText } from '../../../markdown/split-text.ts';
import { tableText } from '../../../markdown/table-text.ts';
import { escapeMrkdwn } from './escape-mrkdwn.ts';
import { type InlineScene, inlineMrkdwn } from './mrkdwn-inline.ts';
import { neutralise } from './neutralise.ts';

/** A longer text is read piece by piece: some texts take the parser time by the square of their length. */
const longestRead = 8000;

/** Markdown in Slack's mrkdwn: for texts, for sections, and where markdown blocks are refused. It pings nobody. Pure. */
export function toMrkdwn(markdown: string): string {
	return splitText(markdown, longestRead).map(pieceToMrkdwn).join('\n\n');
}

function pieceToMrkdwn(markdown: string): string {
	const root = parseMarkdown(markdown);
	if (!root) return neutralise(escapeMrkdwn(markdown));
	const definitions = new Map(definitionsIn(root).map(({ identifier, url }) => [identifier, url]));
	return neutralise(blocks(root.children, { definitions, bold: false }));
}

/** The beginning of Markdown as one line of words, at most `limit` characters of mrkdwn. It pings nobody. Pure. */
export function toPlain(markdown: string, limit: number): string {
	const beginning = headOf(markdown, longestHere);
	const root = parseMarkdown(beginning);
	const words = neutralise(root ? plainText(root) : oneLine(beginning));
	let text = cutText(beginning.length < markdown.length ? `${words}…` : words, limit);
	// Escaping makes it longer: cut again by what is too much.
	while (escapeMrkdwn(text).length > limit) {
		text = cutText(text, Math.max(1, text.length - Math.ceil((escapeMrkdwn(text).length - limit) / 5)));
	}
	return escapeMrkdwn(text);
}

function definitionsIn(node: Nodes): Definition[] {
	if (node.type === 'definition') return [node];
	return 'children' in node ? node.children.flatMap(definitionsIn) : [];
}

function blocks(nodes: readonly RootContent[], scene: InlineScene): string {
	return nodes
		.map((node) => block(node, scene))
		.filter((text) => text !== '')
		.join('\n\n');
}

function block(node: RootContent, scene: InlineScene): string {
	switch (node.type) {
		case 'heading':
			return bold(inlineMrkdwn(node.children, { ...scene, bold: true }));
		case 'paragraph':
			return inlineMrkdwn(node.children, scene);
		case 'code':
			return fenced(node.value);
		case 'table':
			return fenced(tableText(node));
		case 'blockquote':
			return blocks(node.children, scene).replaceAll(/^/gm, '> ');
		case 'list':
			return list(node, scene);
		case 'listItem':
			return item(node, '•', scene);
		case 'thematicBreak':
			return '———';
		case 'html':
		case 'yaml':
			return escapeMrkdwn(node.value);
		case 'footnoteDefinition':
			return `[${escapeMrkdwn(node.label ?? node.identifier)}] ${blocks(node.children, scene)}`;
		case 'definition':
			return '';
		case 'tableRow':
		case 'tableCell':
			return escapeMrkdwn(plainText(node));
		case 'break':
		case 'delete':
		case 'emphasis':
		case 'footnoteReference':
		case 'image':
		case 'imageReference':
		case 'inlineCode':
		case 'link':
		case 'linkReference':
		case 'strong':
		case 'text':
			return inlineMrkdwn([node], scene);
	}
}

function bold(text: string): string {
	return text === '' ? '' : text.replaceAll(/^(.+)$/gm, '*$1*');
}

/** Slack closes a fence at the first three backticks, wherever they stand. */
function fenced(text: string): string {
	const words = escapeMrkdwn(text.replaceAll('```', '``\u200b`'));
	return `\`\`\`\n${words}\n\`\`\``;
}

function list({ children, ordered, start, spread }: List, scene: InlineScene): string {
	const first = start ?? 1;
	const items = children.map((node, at) => item(node, ordered ? `${first + at}.` : '•', scene));
	return items.join(spread ? '\n\n' : '\n');
}

const boxes = { true: '☑', false: '☐' } as const;

function item({ children, checked }: ListItem, mark: string, scene: InlineScene): string {
	const shown = typeof checked === 'boolean' ? boxes[`${checked}`] : mark;
	const texts = children.map((node) => indented(node, block(node, scene))).filter((text) => text !== '');
	return [shown, ...texts].join('\n').replace(/^(.*)\n {4}(?=\S)/, '$1 ');
}

/** Code keeps its own columns. */
function indented({ type }: RootContent, text: string): string {
	return type === 'code' || type === 'table' ? text : text.replaceAll(/^(?=.)/gm, '    ');
}
