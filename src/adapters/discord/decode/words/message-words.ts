import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { quoted } from '../../../intake/shared-message.ts';
import { componentWords } from './components.ts';
import { embedWords } from './embeds.ts';
import { fileWords } from './files.ts';
import { messageTypes } from './message-types.ts';
import {
	beginReading,
	field,
	guarded,
	inside,
	lineFor,
	lines,
	type Node,
	named,
	nodeIn,
	nodesIn,
	numberIn,
	type Read,
	type Reading,
	unread,
} from './reading.ts';

/** A message, or as much of one as another message holds of it. */
type Held = Partial<APIMessage>;

/** Longer than any message that Discord takes: 4,000 typed, 6,000 in embeds, 4,000 in components, and one more that is forwarded. */
const mostCharacters = 100_000;

/**
 * The words of a message in Discord's form: what was typed, then quoted or in brackets what came along. What has no words for us is named. `ours`:
 * it was posted by us. Linear in its size, and bounded. Pure.
 */
export function messageWords(message: Held, { ours = false }: { readonly ours?: boolean } = {}): string {
	const words = wordsIn({ ...message }, beginReading(ours));
	if (words.length <= mostCharacters) return words;
	const left = words.length - mostCharacters;
	return lines(words.slice(0, mostCharacters).toWellFormed(), `(${left} more characters of this are left out)`);
}

function wordsIn(message: Node, reading: Reading): string {
	const words = Object.values(parts).map((read) => guarded('a part of this message', () => read(message, reading)));
	const rest = reading.left > 0 ? '' : '(this message holds more parts than are read)';
	return lines(...words, rest);
}

const silent: Read = () => '';

/** One line for each field that Discord's library knows, in the order in which people see them; the compiler misses what is missing. */
export const parts: Readonly<Record<keyof APIMessage, Read>> = {
	type: ({ type = 0 }) => {
		const sentence = lineFor(messageTypes, type) ?? 'a message of a kind that I do not know';
		return sentence === '' ? '' : `(${sentence})`;
	},
	content: ({ content }) => (typeof content === 'string' ? content : ''),
	components: ({ components }, reading) => componentWords(components, reading),
	embeds: ({ embeds }, reading) => embedWords(embeds, reading),
	message_snapshots: ({ message_snapshots: some }, reading) =>
		lines(...nodesIn(some, reading).map((one) => forwardedWords(nodeIn(one['message']) ?? {}, reading))),
	poll: (message, reading) => pollWords(nodeIn(message['poll']), reading),
	sticker_items: ({ sticker_items: items, stickers }, reading) =>
		lines(...nodesIn(items ?? stickers, reading).map((sticker) => named('sticker', field(sticker, 'name')))),
	attachments: fileWords,
	activity: ({ activity, application }) =>
		activity
			? named(
					'an invitation, which I cannot follow, to what somebody plays, watches or hears',
					field(nodeIn(application), 'name'),
				)
			: '',
	call: ({ call, type }) => (call && type !== 3 ? '(a call, which I cannot hear)' : ''),
	role_subscription_data: (message) => {
		const data = nodeIn(message['role_subscription_data']);
		return data
			? named('the subscription', field(data, 'tier_name'), `${field(data, 'total_months_subscribed')} months`)
			: '';
	},
	shared_client_theme: (message) => {
		const theme = nodeIn(message['shared_client_theme']);
		const colours = Array.isArray(theme?.['colors']) ? theme['colors'].slice(0, 10) : [];
		return theme
			? named('a theme for Discord, which I cannot see', colours.map((one) => `#${field({ one }, 'one')}`).join(', '))
			: '';
	},
	flags: (message) =>
		(numberIn(message, 'flags') & MessageFlags.Loading) === 0 ? '' : '(an app that has not answered yet)',
	// Who and where it was, and what it answers, is told besides.
	id: silent,
	channel_id: silent,
	author: silent,
	timestamp: silent,
	edited_timestamp: silent,
	message_reference: silent,
	referenced_message: silent,
	webhook_id: silent,
	thread: silent,
	mentions: silent,
	mention_roles: silent,
	mention_everyone: silent,
	mention_channels: silent,
	resolved: silent,
	// Nobody reads it.
	tts: silent,
	nonce: silent,
	pinned: silent,
	position: silent,
	reactions: silent,
	application: silent,
	application_id: silent,
	interaction: silent,
	interaction_metadata: silent,
	// The old form of `sticker_items`.
	stickers: silent,
};

/** Of a forwarded message Discord tells neither who wrote it, which may be looked up, nor its poll: https://docs.discord.com/developers/resources/message#message-snapshot-object */
function forwardedWords(message: Node, reading: Reading): string {
	const words = inside(reading, () => wordsIn(message, reading));
	const hasFiles = Array.isArray(message['attachments']) && message['attachments'].length > 0;
	const author = nodeIn(message['author']);
	const name = field(author, 'global_name') || field(author, 'username');
	return `Forwarded message${name === '' ? '' : ` of ${name}`}:\n${quoted(words.trim() || (hasFiles ? '(files alone)' : unread('its content')))}`;
}

function pollWords(poll: Node | undefined, reading: Reading): string {
	if (!poll) return '';
	const results = nodeIn(poll['results']);
	const counts = new Map(
		nodesIn(results?.['answer_counts'], reading).map((one) => [one['id'], numberIn(one, 'count')]),
	);
	const answers = nodesIn(poll['answers'], reading).map((answer) => {
		const votes = results ? ` (${votesOf(counts.get(answer['answer_id']) ?? 0)})` : '';
		return `- ${mediaWords(answer['poll_media'])}${votes}`;
	});
	const state = results ? (results['is_finalized'] === true ? ' (ended)' : ' (still open)') : '';
	return lines(`Poll: ${mediaWords(poll['question'])}${state}`, ...answers);
}

function votesOf(count: number): string {
	return count === 1 ? '1 vote' : `${count} votes`;
}

function mediaWords(value: unknown): string {
	const media = nodeIn(value);
	return [field(nodeIn(media?.['emoji']), 'name'), field(media, 'text')].filter((one) => one !== '').join(' ');
}
