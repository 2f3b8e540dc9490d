import { z } from 'zod';
import { escapeEntities } from './readable-text.ts';

interface Element {
	readonly type: string;
	readonly [field: string]: unknown;
}

const elementSchema = z.looseObject({ type: z.string() });

/**
 * The words of a message's rich text blocks, in Slack's own form of text, for messages that come without any. Other blocks, and elements
 * that hold no words, say nothing. Pure.
 */
export function richText(blocks: readonly unknown[]): string {
	return elementsOf(blocks)
		.filter(({ type }) => type === 'rich_text')
		.map((block) => linesOf(block['elements']).join('\n'))
		.filter((text) => text !== '')
		.join('\n');
}

/** Lists within lists that are read, and steps to the right: Slack's own editor knows nine. */
const mostLevels = 10;
const mostIndent = 20;

function linesOf(elements: unknown, levels = mostLevels): string[] {
	if (levels === 0) return [];
	return elementsOf(elements).map((element) => {
		const { type } = element;
		if (type === 'rich_text_list') return listOf(element, levels - 1);
		const text = elementsOf(element['elements']).map(wordsOf).join('');
		if (type === 'rich_text_quote') return text.replaceAll(/^/gm, '> ');
		return type === 'rich_text_preformatted' ? `\`\`\`\n${text}\n\`\`\`` : text;
	});
}

function listOf(list: Element, levels: number): string {
	const depth = typeof list['indent'] === 'number' ? Math.min(Math.max(0, list['indent']), mostIndent) : 0;
	const sign = (index: number) => (list['style'] === 'ordered' ? `${index + 1}.` : '-');
	return linesOf(list['elements'], levels)
		.map((line, index) => `${'  '.repeat(depth)}${sign(index)} ${line}`)
		.join('\n');
}

const written: Readonly<Record<string, (element: Element) => string>> = {
	text: (element) => escapeEntities(field(element, 'text')),
	link: (element) => {
		const label = field(element, 'text');
		return `<${field(element, 'url')}${label === '' ? '' : `|${escapeEntities(label)}`}>`;
	},
	user: (element) => `<@${field(element, 'user_id')}>`,
	channel: (element) => `<#${field(element, 'channel_id')}>`,
	usergroup: (element) => `<!subteam^${field(element, 'usergroup_id')}>`,
	broadcast: (element) => `<!${field(element, 'range')}>`,
	emoji: (element) => `:${field(element, 'name')}:`,
	date: (element) => escapeEntities(field(element, 'fallback')),
};

function wordsOf(element: Element): string {
	return written[element.type]?.(element) ?? '';
}

function field(element: Element, name: string): string {
	const value = element[name];
	return typeof value === 'string' ? value : '';
}

function elementsOf(value: unknown): Element[] {
	return Array.isArray(value) ? value.flatMap((one) => elementSchema.safeParse(one).data ?? []) : [];
}
