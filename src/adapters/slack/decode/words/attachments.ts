import type { MessageAttachment } from '@slack/types';
import type { FileRef } from '../../../../chat/inbound.ts';
import { quoted } from '../../../intake/shared-message.ts';
import { blockWords } from './blocks.ts';
import { fileRefs, fileWords } from './file-words.ts';
import { named } from './pictures.ts';
import {
	beginWithin,
	field,
	guarded,
	lines,
	type Node,
	nodeIn,
	nodesOf,
	plainField,
	type Reading,
	textIn,
	unread,
} from './reading.ts';
import { bodyWords } from './together.ts';

/** Files of a message that another one holds. */
export interface SharedFiles {
	readonly files: readonly FileRef[];
	/** Slack's id of whoever shared them; undefined: nobody whom Slack names. */
	readonly user: string | undefined;
}

export interface AttachmentWords {
	readonly words: string;
	/** Undefined: it has none, or they are of whoever wrote the message. */
	readonly shared?: SharedFiles;
}

/** Something that hangs below a message's text: another message, a preview of a page, an app's report, a pasted table. */
export function attachmentOf(attachment: Node, reading: Reading): AttachmentWords {
	return isForward(attachment) ? forwardOf(attachment, reading) : ownOf(attachment, reading);
}

/** Marks of a message that was handed on, or whose link was pasted: https://github.com/slackapi/java-slack-sdk/issues/1179 */
function isForward(attachment: Node): boolean {
	return ['is_share', 'is_msg_unfurl', 'is_reply_unfurl', 'is_thread_root_unfurl'].some(
		(mark) => attachment[mark] === true,
	);
}

function forwardOf(attachment: Node, reading: Reading): AttachmentWords {
	const inner = beginWithin(reading);
	const held = filesIn(attachment);
	const refs = fileRefs(held, inner);
	const words = lines(messageIn(attachment, inner), fileWords(held, inner));
	reading.left = inner.left;
	const files = [...refs, ...inner.files];
	const silent = files.length > 0 ? '(no words)' : fallbackOf(attachment) || unread('its text');
	return { words: `${headingOf(attachment)}:\n${quoted(words || silent)}`, ...sharedBy(attachment, files) };
}

/** Files in an attachment are of its author, whether or not it is marked as a message. */
function sharedBy(attachment: Node, files: readonly FileRef[]): Pick<AttachmentWords, 'shared'> {
	return files.length === 0 ? {} : { shared: { files, user: authorIn(attachment) } };
}

function authorIn(attachment: Node): string | undefined {
	return /^[UW][A-Z0-9]+$/.exec(field(attachment, 'author_id'))?.[0];
}

/** One that stands for a file tells of it in fields of its own. */
function filesIn(attachment: Node): readonly unknown[] {
	const { files, filename, size, mimetype, title } = attachment;
	const id = field(attachment, 'file_id') || field(attachment, 'slack_file_id');
	const itself = id === '' && typeof filename !== 'string' ? [] : [{ id, name: filename, title, size, mimetype }];
	return [...itself, ...(Array.isArray(files) ? files : [])];
}

function headingOf(attachment: Node): string {
	const id = authorIn(attachment);
	const author = plainField(attachment, 'author_name') || plainField(attachment, 'author_subname');
	const channel = plainField(attachment, 'channel_name');
	const seconds = Number(field(attachment, 'ts'));
	const time = new Date(seconds > 0 ? seconds * 1000 : Number.NaN);
	return [
		`${attachment['is_share'] === true ? 'Forwarded' : 'Linked'} message of `,
		author || (id === undefined ? 'somebody' : `<@${id}>`),
		channel === '' ? '' : ` in #${channel}`,
		Number.isNaN(time.getTime()) ? '' : ` (${time.toISOString()})`,
	].join('');
}

/** Its author and its footer are in the heading. */
function messageIn(attachment: Node, reading: Reading): string {
	const names = ['title', 'text', 'fields', 'image_url', 'actions'] as const;
	return lines(...names.map((name) => guardedPart(parts[name], attachment, reading)));
}

function guardedPart(part: Part, attachment: Node, reading: Reading): string {
	return guarded('a part of an attachment', () => part(attachment, reading));
}

type Part = (attachment: Node, reading: Reading) => string;

const silent: Part = () => '';
const marked =
	(name: string): Part =>
	(attachment) =>
		field(attachment, name);

/** One line for each field that Slack's library knows, in the order in which people see them; the compiler misses what is missing. */
export const parts: Readonly<Record<keyof MessageAttachment, Part>> = {
	pretext: marked('pretext'),
	author_name: (attachment) =>
		[field(attachment, 'author_name'), field(attachment, 'author_subname')].filter(Boolean).join(' '),
	title: linked('title', 'title_link'),
	text: messageText,
	fields: fieldsOf,
	blocks: silent,
	image_url: (attachment) =>
		field(attachment, 'image_url') && named('a picture, which I cannot see', [plainField(attachment, 'image_url')]),
	actions: (attachment, reading) =>
		nodesOf(attachment['actions'], reading)
			.map((action) => `[${action.type === 'select' ? 'choice' : 'button'}: ${textIn(action['text'])}]`)
			.join(' '),
	preview: (attachment) => {
		const preview = nodeIn(attachment['preview']);
		return lines(textIn(preview?.['title']), textIn(preview?.['subtitle']));
	},
	footer: marked('footer'),
	author_subname: silent,
	title_link: silent,
	fallback: silent,
	color: silent,
	author_link: silent,
	author_icon: silent,
	thumb_url: silent,
	footer_icon: silent,
	ts: silent,
	callback_id: silent,
	mrkdwn_in: silent,
	app_unfurl_url: silent,
	is_app_unfurl: silent,
	app_id: silent,
	bot_id: silent,
};

/** Fields that Slack sends and its library does not list: `Attachment` of @slack/web-api 8.2.0. */
const unlisted: readonly Part[] = [
	(attachment) =>
		field(attachment, 'video_url') && named('a video, which I cannot see', [plainField(attachment, 'video_url')]),
	(attachment) => (attachment['list'] || attachment['list_record'] ? unread('an entry of a list of Slack') : ''),
	(attachment) => {
		const payload = nodeIn(attachment['metadata'])?.['entity_payload'];
		return textIn(nodeIn(nodeIn(nodeIn(payload)?.['attributes'])?.['title'])?.['text']);
	},
];

function ownOf(attachment: Node, reading: Reading): AttachmentWords {
	const held = filesIn(attachment);
	const files = fileRefs(held, reading);
	const all = [...Object.values(parts), ...unlisted].map((part) => guardedPart(part, attachment, reading));
	const words = lines(...all, fileWords(held, reading));
	const said = words || fallbackOf(attachment) || (files.length > 0 ? '' : unread('an attachment'));
	const from = plainField(attachment, 'from_url');
	const shown = from === '' ? said : `Preview of ${from}:\n${quoted(said)}`;
	return { words: shown, ...sharedBy(attachment, files) };
}

/** Its text, its blocks, and those of the message that it shows. */
function messageText(attachment: Node, reading: Reading): string {
	const { blocks, message_blocks: messages } = attachment;
	const inner = nodesOf(messages, reading).map(({ message }) => nodeIn(message)?.['blocks']);
	return bodyWords(field(attachment, 'text'), lines(...[blocks, ...inner].map((some) => blockWords(some, reading))));
}

function fieldsOf(attachment: Node, reading: Reading): string {
	return lines(
		...nodesOf(attachment['fields'], reading).map((one) =>
			[field(one, 'title'), fieldValue(one)].filter(Boolean).join(': '),
		),
	);
}

function fieldValue(one: Node): string {
	const { value } = one;
	return typeof value === 'boolean' ? String(value) : field(one, 'value');
}

function linked(name: string, address: string): Part {
	return (attachment) => {
		const [words, url] = [field(attachment, name), plainField(attachment, address)];
		return words === '' || url === '' ? words || url : `${words} (${url})`;
	};
}

/** Slack's own word for a message that old clients cannot show says nothing. */
function fallbackOf(attachment: Node): string {
	const words = field(attachment, 'fallback').trim();
	return /^\[no preview available\]$/i.test(words) ? '' : words;
}
