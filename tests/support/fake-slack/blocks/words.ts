import type { Json } from '../world.ts';

/** Names of people, channels and groups, as they are shown. */
export type NameOf = (id: string) => string;

type Node = Json & { readonly type?: string } & { readonly [K in RichKey]?: unknown };
type RichKey = 'text' | 'value' | 'url' | 'name' | 'range' | 'fallback' | 'user_id' | 'usergroup_id' | 'channel_id';

/** Keys whose values are not shown as words. */
const silent = new Set(['type', 'block_id', 'action_id', 'value', 'style', 'status', 'url', 'image_url', 'task_id']);

/** All words that a person can see in these blocks, a block a line. Mentions are shown by name; links by their labels. */
export function wordsOf(blocks: readonly Json[], nameOf: NameOf): string {
	return blocks.map((block) => show(block, nameOf)).join('\n');
}

/** How many characters of text the blocks hold, markup included. */
export function visibleLength(blocks: readonly Json[]): number {
	return blocks.reduce((sum, block) => sum + texts(block).join('').length, 0);
}

function show(node: unknown, nameOf: NameOf): string {
	if (typeof node === 'string') return node;
	if (Array.isArray(node))
		return joined(
			node.map((item) => show(item, nameOf)),
			node,
		);
	if (typeof node !== 'object' || node === null) return '';
	const { type, ...rest } = node as Node;
	const shower = showers[type ?? ''];
	if (shower) return shower(node as Node, nameOf);
	const parts = Object.entries(rest).flatMap(([key, value]) => (silent.has(key) ? [] : [show(value, nameOf)]));
	return parts.filter(Boolean).join(type === 'rich_text_section' ? '' : '\n');
}

/** Rich text stands in one line, everything else in lines of its own. */
function joined(parts: readonly string[], nodes: readonly unknown[]): string {
	const inline = nodes.every((node) => isInline(node as Node));
	return parts.filter(Boolean).join(inline ? '' : '\n');
}

function isInline({ type }: Node): boolean {
	return ['text', 'link', 'emoji', 'user', 'channel', 'usergroup', 'broadcast', 'date'].includes(type ?? '');
}

const showers: Readonly<Record<string, (node: Node, nameOf: NameOf) => string>> = {
	text: ({ text }) => String(text),
	raw_text: ({ text }) => String(text),
	markdown: ({ text }) => String(text),
	raw_number: ({ text, value }) => String(text ?? value),
	link: ({ text, url }) => String(text ?? url),
	emoji: ({ name }) => `:${name}:`,
	broadcast: ({ range }) => `@${range}`,
	date: ({ fallback }) => String(fallback ?? ''),
	user: ({ user_id }, nameOf) => `@${nameOf(String(user_id))}`,
	usergroup: ({ usergroup_id }, nameOf) => `@${nameOf(String(usergroup_id))}`,
	channel: ({ channel_id }, nameOf) => `#${nameOf(String(channel_id))}`,
	mrkdwn: ({ text }, nameOf) => showMrkdwn(String(text), nameOf),
};

/** Slack's mrkdwn as it is shown: mentions by name, links by label, entities as characters. */
export function showMrkdwn(text: string, nameOf: NameOf): string {
	return text
		.replaceAll(/<([@#])(\w+)(?:\|([^>]*))?>/g, (_, sign, id, label) => `${sign}${label || nameOf(id)}`)
		.replaceAll(/<!(\w+)(?:\^(\w+))?(?:\|([^>]*))?>/g, (_, word, id, label) => `@${label || (id ? nameOf(id) : word)}`)
		.replaceAll(/<([^@#!|>][^|>]*)(?:\|([^>]*))?>/g, (_, url, label) => label || url)
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&');
}

/** Every string that is shown, markup and all. */
function texts(node: unknown): string[] {
	if (typeof node === 'string') return [node];
	if (Array.isArray(node)) return node.flatMap(texts);
	if (typeof node !== 'object' || node === null) return [];
	return Object.entries(node).flatMap(([key, value]) => (silent.has(key) ? [] : texts(value)));
}

/** Who would be notified by these blocks: `@channel`, `@here`, `@everyone`, ids of people and groups. */
export function pingsOfBlocks(blocks: readonly Json[]): string[] {
	const nodes = blocks.flatMap(allNodes);
	return nodes.flatMap((node) => {
		const { type, text } = node;
		if (type === 'user') return [String(node['user_id'])];
		if (type === 'usergroup') return [String(node['usergroup_id'])];
		if (type === 'broadcast') return [`@${node['range']}`];
		return (type === 'mrkdwn' || type === 'markdown') && typeof text === 'string' ? pingsOfText(text) : [];
	});
}

function allNodes(node: unknown): Node[] {
	if (Array.isArray(node)) return node.flatMap(allNodes);
	if (typeof node !== 'object' || node === null) return [];
	return [node as Node, ...Object.values(node).flatMap(allNodes)];
}

/** The people, groups and channel words that a text in mrkdwn or Markdown pings. */
export function pingsOfText(text: string): string[] {
	const people = [...text.matchAll(/<@(\w+)(?:\|[^>]*)?>/g)].map(([, id]) => id ?? '');
	const groups = [...text.matchAll(/<!subteam\^(\w+)(?:\|[^>]*)?>/g)].map(([, id]) => id ?? '');
	const all = [...text.matchAll(/<!(channel|here|everyone)(?:\|[^>]*)?>/g)].map(([, word]) => `@${word}`);
	return [...people, ...groups, ...all];
}
