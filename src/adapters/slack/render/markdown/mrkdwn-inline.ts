import type { PhrasingContent } from 'mdast';
import { plainText } from '../../../markdown/plain-text.ts';
import { escapeMrkdwn } from './escape-mrkdwn.ts';
import { webAddress } from './web-address.ts';

/** The surroundings of the words. */
export interface InlineScene {
	/** Where `[label][name]` leads. */
	readonly definitions: ReadonlyMap<string, string>;
	/** Whether they are bold already: Slack knows no bold within bold. */
	readonly bold: boolean;
}

/** Between a mark and a letter: Slack takes marks only at the edges of words. */
const edge = '\u200b';

/** The content of a paragraph in Slack's mrkdwn. Pure. */
export function inlineMrkdwn(nodes: readonly PhrasingContent[], scene: InlineScene): string {
	let text = '';
	let marked = false;
	for (const node of nodes) {
		const next = wordsOf(node, scene);
		const marks = isMarked(node);
		const meets = (marks && /[\p{L}\p{N}]$/u.test(text)) || (marked && /^[\p{L}\p{N}]/u.test(next));
		text += meets ? edge + next : next;
		marked = marks;
	}
	return text;
}

function isMarked({ type }: PhrasingContent): boolean {
	return type === 'strong' || type === 'emphasis' || type === 'delete' || type === 'inlineCode';
}

function wordsOf(node: PhrasingContent, scene: InlineScene): string {
	switch (node.type) {
		case 'text':
		case 'html':
			return escapeMrkdwn(node.value);
		case 'strong':
			return scene.bold ? inside(node.children, scene) : marked('*', inside(node.children, { ...scene, bold: true }));
		case 'emphasis':
			return marked('_', inside(node.children, scene));
		case 'delete':
			return marked('~', inside(node.children, scene));
		case 'inlineCode':
			return code(node.value);
		case 'break':
			return '\n';
		case 'link':
			return link(node.url, plainText(node));
		case 'linkReference':
			return link(scene.definitions.get(node.identifier), plainText(node));
		case 'image':
			return link(node.url, node.alt || 'image');
		case 'imageReference':
			return link(scene.definitions.get(node.identifier), node.alt || 'image');
		case 'footnoteReference':
			return `[${escapeMrkdwn(node.label ?? node.identifier)}]`;
	}
}

const inside = inlineMrkdwn;

/** Marks hold for one line, and only close to its words. */
function marked(mark: string, text: string): string {
	return text
		.split('\n')
		.map((line) =>
			line.replace(/^(\s*)(.*?)(\s*)$/, (_, before, words, after) => before + wrapped(mark, words) + after),
		)
		.join('\n');
}

function wrapped(mark: string, words: string): string {
	return words === '' ? '' : `${mark}${words}${mark}`;
}

function code(value: string): string {
	const words = value.replaceAll('`', "'").replaceAll(/\s+/g, ' ').trim();
	return words === '' ? '' : `\`${escapeMrkdwn(words)}\``;
}

function link(url: string | undefined, label: string): string {
	const address = url === undefined ? undefined : webAddress(url);
	if (address === undefined) return escapeMrkdwn(url && url !== label ? `${label} (${url})` : label);
	const words = label.replaceAll('|', '¦');
	const target = escapeMrkdwn(address);
	return words === '' || words === url ? `<${target}>` : `<${target}|${escapeMrkdwn(words)}>`;
}
