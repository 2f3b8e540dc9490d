import type { KnownBlock } from '@slack/types';
import { fileRefOf } from '../../files/file-refs.ts';
import { escapeEntities } from '../entities.ts';
import { elementOf, elementsOf } from './elements.ts';
import { named, pictureOf, videoOf } from './pictures.ts';
import {
	field,
	guarded,
	inside,
	lines,
	type Node,
	nodeIn,
	nodesOf,
	plainField,
	type Reading,
	shortName,
	textIn,
	unread,
} from './reading.ts';
import { richTextOf } from './rich-text.ts';
import { tableOf } from './tables.ts';

type Read = (block: Node, reading: Reading) => string;

const inOneLine: Read = ({ elements }, reading) => elementsOf(elements, reading);

/** One line for each block that Slack's library knows; the compiler misses what is missing. */
export const blocks: Readonly<Record<KnownBlock['type'], Read>> = {
	actions: inOneLine,
	alert: (block) => `${field(block, 'level') ? `[${shortName(field(block, 'level'))}] ` : ''}${textIn(block['text'])}`,
	card: cardOf,
	carousel: ({ elements }, reading) => blockWords(elements, reading),
	container: (block, reading) =>
		lines(
			textIn(block['title']),
			part(block['rich_text_title'], reading),
			textIn(block['subtitle']),
			blockWords(block['child_blocks'], reading),
		),
	context: inOneLine,
	context_actions: inOneLine,
	data_table: tableOf,
	divider: () => '---',
	file: fileOf,
	header: ({ text }) => textIn(text),
	image: pictureOf,
	input: ({ label, hint, element }, reading) => lines(textIn(label), textIn(hint), elementIn(element, reading)),
	markdown: (block) => escapeEntities(field(block, 'text')),
	plan: ({ title, tasks }, reading) => lines(textIn(title), blockWords(tasks, reading)),
	rich_text: richTextOf,
	section: sectionOf,
	table: tableOf,
	task_card: taskOf,
	video: videoOf,
};

/** Blocks that Slack sends and its library does not list: https://docs.slack.dev/reference/methods/calls.add, `BlockType` of @slack/web-api 8.2.0 */
const unlisted: Readonly<Record<string, Read>> = { call: callOf, share_shortcut: workflowOf };

/** The words of blocks, each on lines of its own; one of an unknown kind is named. */
export function blockWords(value: unknown, reading: Reading): string {
	return inside(reading, () => lines(...nodesOf(value, reading).map((block) => blockOf(block, reading))));
}

function blockOf(block: Node, reading: Reading): string {
	const { type } = block;
	const listed = Object.hasOwn(unlisted, type) ? unlisted[type] : undefined;
	const read = isKnown(type) ? blocks[type] : (listed ?? unknownBlock);
	return guarded(`a "${shortName(type)}"`, () => read(block, reading));
}

/** A kind that came after the library. */
function unknownBlock(block: Node): string {
	const said = ['title', 'text', 'description', 'alt_text', 'fallback'].map((name) => textIn(block[name]));
	return unread(`a "${shortName(block.type)}"`, [...new Set(said)].filter(Boolean).join('; '));
}

function isKnown(type: string): type is KnownBlock['type'] {
	return Object.hasOwn(blocks, type);
}

function part(value: unknown, reading: Reading): string {
	const block = nodeIn(value);
	return block ? inside(reading, () => blockOf(block, reading)) : '';
}

function elementIn(value: unknown, reading: Reading): string {
	const element = nodeIn(value);
	return element ? elementOf(element, reading) : '';
}

function sectionOf({ text, fields, accessory }: Node, reading: Reading): string {
	return lines(textIn(text), ...nodesOf(fields, reading).map(textIn), elementIn(accessory, reading));
}

function cardOf(card: Node, reading: Reading): string {
	const words = ['title', 'subtitle', 'body'].map((name) => textIn(card[name]));
	return lines(...words, elementIn(card['hero_image'], reading), elementsOf(card['actions'], reading));
}

function taskOf(task: Node, reading: Reading): string {
	const status = shortName(field(task, 'status'));
	const sources = nodesOf(task['sources'], reading).map(
		(source) => `${plainField(source, 'text')} (${plainField(source, 'url')})`,
	);
	const title = `${textIn(task['title'])}${status === '' ? '' : ` [${status}]`}`;
	return lines(title, part(task['details'], reading), part(task['output'], reading), ...sources);
}

function fileOf(block: Node, reading: Reading): string {
	const file = nodeIn(block['file']);
	const id = field(file, 'id') || field(block, 'file_id');
	const known = { id, name: field(file, 'name'), title: field(file, 'title') };
	const ref = id === '' ? undefined : fileRefOf(reading.team, known);
	if (ref) reading.files.push(ref);
	const said = [plainField(file, 'title') || plainField(file, 'name'), plainField(block, 'external_id')];
	return named(ref ? 'a file, which comes along' : 'a file of another service, which I cannot see', said);
}

function callOf(block: Node): string {
	const call = nodeIn(nodeIn(block['call'])?.['v1']);
	return named('a call, which I cannot hear', [plainField(call, 'name'), plainField(call, 'join_url')]);
}

function workflowOf(block: Node): string {
	const said = ['title', 'description', 'button_label', 'share_url'].map((name) => textIn(block[name]));
	return named('a workflow, which I cannot run', said);
}
