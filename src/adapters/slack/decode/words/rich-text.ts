import type { RichTextBlockElement, RichTextElement } from '@slack/types';
import { escapeEntities } from '../entities.ts';
import { field, inside, type Node, nodesOf, plainField, type Reading, shortName, unread } from './reading.ts';

/** The words of a rich text block, in Slack's own form of text. */
export function richTextOf(block: Node, reading: Reading): string {
	return blockParts(block['elements'], reading, written).join('\n');
}

/** As `richTextOf`, on one line, its links as label and address: for a cell of a table. */
export function richLineOf(block: Node, reading: Reading): string {
	return blockParts(block['elements'], reading, { ...written, link: plainLink }).join(' ');
}

type Written = Readonly<Record<RichTextElement['type'], (element: Node) => string>>;
type PartType = RichTextBlockElement['type'];

/** One line for each element that Slack's library knows; the compiler misses what is missing. */
export const written: Written = {
	text: (element) => escapeEntities(field(element, 'text')),
	link: (element) => {
		const label = field(element, 'text');
		return `<${field(element, 'url')}${label === '' ? '' : `|${escapeEntities(label)}`}>`;
	},
	user: (element) => `<@${field(element, 'user_id')}>`,
	channel: (element) => `<#${field(element, 'channel_id')}>`,
	usergroup: (element) => `<!subteam^${field(element, 'usergroup_id')}>`,
	team: (element) => `@${shortName(field(element, 'team_id'))}`,
	broadcast: (element) => `<!${field(element, 'range')}>`,
	emoji: (element) => `:${field(element, 'name')}:`,
	color: (element) => escapeEntities(field(element, 'value')),
	date: (element) => escapeEntities(field(element, 'fallback')) || dateOf(element['timestamp']),
};

/** Steps to the right of a list: Slack's own editor knows nine. */
const mostIndent = 20;

interface Sentence {
	readonly element: Node;
	readonly reading: Reading;
	readonly written: Written;
}

export const parts: Readonly<Record<PartType, (sentence: Sentence) => string>> = {
	rich_text_section: wordsIn,
	rich_text_list: listOf,
	rich_text_quote: (sentence) => wordsIn(sentence).replaceAll(/^/gm, '> '),
	rich_text_preformatted: (sentence) => `\`\`\`\n${wordsIn(sentence)}\n\`\`\``,
};

function blockParts(elements: unknown, reading: Reading, how: Written): string[] {
	return nodesOf(elements, reading).map((element) => {
		const part = isPart(element.type) ? parts[element.type] : undefined;
		return part ? part({ element, reading, written: how }) : unknownElement(element);
	});
}

function wordsIn({ element, reading, written: how }: Sentence): string {
	return nodesOf(element['elements'], reading)
		.map((one) => (isElement(one.type) ? how[one.type](one) : unknownElement(one)))
		.join('');
}

function listOf({ element, reading, written: how }: Sentence): string {
	const { indent, offset, style } = element;
	const depth = typeof indent === 'number' ? Math.min(Math.max(0, Math.trunc(indent)), mostIndent) : 0;
	const first = typeof offset === 'number' ? offset + 1 : 1;
	const sign = (index: number) => (style === 'ordered' ? `${first + index}.` : '-');
	const read = () =>
		blockParts(element['elements'], reading, how)
			.map((line, index) => `${'  '.repeat(depth)}${sign(index)} ${line}`)
			.join('\n');
	return inside(reading, read);
}

/** A kind that came after the library. */
function unknownElement(element: Node): string {
	const words = plainField(element, 'text') || plainField(element, 'fallback');
	return words || unread(`a "${shortName(element.type)}"`);
}

function plainLink(element: Node): string {
	const [label, url] = [field(element, 'text'), field(element, 'url')];
	return escapeEntities(label === '' || label === url ? url : `${label} (${url})`);
}

function dateOf(timestamp: unknown): string {
	const date = new Date(typeof timestamp === 'number' ? timestamp * 1000 : Number.NaN);
	return Number.isNaN(date.getTime()) ? '(a date)' : date.toISOString();
}

function isPart(type: string): type is PartType {
	return Object.hasOwn(parts, type);
}

function isElement(type: string): type is RichTextElement['type'] {
	return Object.hasOwn(written, type);
}
