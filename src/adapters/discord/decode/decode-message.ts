import { type APIMessage, type APIUser, MessageType } from 'discord-api-types/v10';
import { shorten } from '../../../base/text/shorten.ts';
import type { FileRef } from '../../../chat/inbound.ts';
import type { Address, Said } from '../../intake/said.ts';
import { quoted } from '../../intake/shared-message.ts';
import { attachmentIn, fileRefOf } from '../files/file-refs.ts';
import { timeOf } from '../ids.ts';
import type { Self } from '../listen/listen-deps.ts';
import { type DiscordPlace, type MessagePlace, messageKey, threadAt } from '../thread-keys.ts';
import type { Around, KnownGuild } from './channel.ts';
import { beginsWithOther, type MentionIds, type Names, readableText, withoutMention } from './readable-text.ts';
import { messageWords } from './words/message-words.ts';
import { field, type Node, partsIn } from './words/reading.ts';

/** A message as the gateway or the API gives it; the API leaves the member out. */
export type IncomingMessage = APIMessage & { readonly member?: IncomingMember };

/** A member of a guild: as much as is read. */
export interface IncomingMember {
	readonly nick?: string | null;
	readonly roles: readonly string[];
}

/** Where a message was said, and to whom it came. */
export interface Surroundings {
	readonly self: Self;
	/** Undefined in direct conversations. */
	readonly guild: KnownGuild | undefined;
	readonly places: Pick<Around, 'channels'>;
}

/** Something that a person said, as far as the message tells: rights are asked for later. */
export interface DecodedMessage {
	readonly place: MessagePlace;
	readonly author: APIUser;
	readonly member: IncomingMember | undefined;
	/** ISO 8601. */
	readonly at: string;
	/** As a person reads it, without the mention of us. */
	readonly text: string;
	readonly files: readonly FileRef[];
	readonly address: Address;
	/** The message that it replies to. */
	readonly about: About | undefined;
}

export interface About {
	/** Quoted, and whose words they are. */
	readonly text: string;
	/** Undefined: the message is ours, or cannot be had. */
	readonly theirs: TheirFiles | undefined;
}

/** Files of somebody else: `aboutFor` makes files of them that may be taken in, each with whose it is. */
export interface TheirFiles {
	readonly files: readonly FileRef[];
	readonly message: Pick<APIMessage, 'author' | 'webhook_id' | 'type'>;
}

/** A message in the thread at `place`, once it is known who said it. Pure. */
export function saidIn(
	{ place: at, ...decoded }: DecodedMessage,
	place: DiscordPlace,
	known: Pick<Said, 'person' | 'about' | 'audience'>,
): Said {
	const { text, files, address } = decoded;
	return {
		...{ ...known, text, files, address, at: decoded.at },
		key: messageKey(at),
		thread: threadAt(place),
		before: beforeIn(at, place),
	};
}

/** A forum's post begins with its own first message; a direct conversation is ours from its first message on. */
function beforeIn({ channel, message }: MessagePlace, place: DiscordPlace): Said['before'] {
	if (channel !== place.channel) return 'no-thread';
	return place.kind === 'thread' && message !== place.channel ? 'talk' : 'nothing';
}

/** Characters of a message that is quoted; Discord takes 4,000. */
const longestAbout = 8_000;

/** Kinds of messages that people say; all others are Discord's own. */
const spoken: readonly MessageType[] = [MessageType.Default, MessageType.Reply];

/** Something that a person said; undefined for whatever bots, webhooks, we ourselves and Discord say. Pure. */
export function decodeMessage(message: IncomingMessage, surroundings: Surroundings): DecodedMessage | undefined {
	if (!isSpoken(message)) return undefined;
	const { self, guild } = surroundings;
	const ids = mentionIds(self, guild);
	return {
		place: { channel: message.channel_id, message: message.id },
		author: message.author,
		member: message.member,
		at: timeIn(message.timestamp, message.id),
		text: wordsFor(message, surroundings),
		files: filesOf(message),
		address: guild ? addressIn(message, ids) : 'direct',
		about: aboutOf(message, surroundings),
	};
}

/** A time as Discord tells it, ISO 8601; the one at which the message was made, where it is odd. Pure. */
export function timeIn(told: string, id: string): string {
	const ms = typeof told === 'string' ? Date.parse(told) : Number.NaN;
	return new Date(Number.isNaN(ms) ? timeOf(id) : ms).toISOString();
}

/** Whether a person said it. Pure. */
export function isSpoken({ author, webhook_id, type }: Pick<APIMessage, 'author' | 'webhook_id' | 'type'>): boolean {
	return spoken.includes(type) && !author.bot && !author.system && webhook_id === undefined;
}

/** The words of a message as a person reads them, without the mention of us. Pure. */
export function wordsFor(message: APIMessage, { self, guild, places }: Surroundings): string {
	const ours = message.author.id === self.botUser;
	const text = withoutMention(messageWords(message, { ours }), mentionIds(self, guild));
	return readableText(text, namesIn(message, guild, places));
}

/** A message's files by reference, those of forwarded messages too. Pure. */
export function filesOf({ channel_id: channel, id, attachments, message_snapshots: some }: APIMessage): FileRef[] {
	const forwarded = forwardedIn(some).flatMap((message) => refsIn(message['attachments']));
	return [...refsIn(attachments, { channel, message: id }), ...forwarded];
}

function refsIn(attachments: unknown, where?: MessagePlace): FileRef[] {
	return partsIn(attachments).flatMap((one) => {
		const attachment = attachmentIn(one);
		return attachment ? fileRefOf(attachment, where) : [];
	});
}

function forwardedIn(snapshots: unknown): Node[] {
	return partsIn(partsIn(snapshots).map(({ message }) => message));
}

/** Somebody's name in Discord, as far as a message says. Pure. */
export function nameOf(
	{ global_name, username }: Pick<APIUser, 'global_name' | 'username'>,
	member?: IncomingMember,
): string {
	const names: readonly unknown[] = [member?.nick, global_name, username];
	return names.find((name): name is string => typeof name === 'string' && name !== '') ?? 'somebody';
}

/** Mentions that are of us: our own, and of the role that Discord has made for the bot. */
function mentionIds({ botUser }: Self, guild: KnownGuild | undefined): MentionIds {
	const roles = [...(guild?.roles ?? [])].filter(([, { bot }]) => bot === botUser).map(([id]) => id);
	return { user: botUser, roles };
}

function addressIn(message: APIMessage, ids: MentionIds): Address {
	const { content, mentions, mention_roles: roles } = message;
	const isNamed = partsIn(mentions).some(({ id }) => id === ids.user);
	if (isNamed || (Array.isArray(roles) && roles.some((id) => ids.roles.includes(id)))) return 'mention';
	if (typeof content === 'string' && beginsWithOther(content, ids)) return 'to-other';
	return answersUs(message, ids) ? 'reply' : 'nobody';
}

/** Whoever replies to a message of ours may have switched its mention off. */
function answersUs({ type, referenced_message: of }: APIMessage, { user }: MentionIds): boolean {
	return type === MessageType.Reply && of?.author?.id === user;
}

/** The message that a message replies to. Discord says nothing of one that it did not look for, and null of one that is gone. Pure. */
export function aboutOf(message: APIMessage, surroundings: Surroundings): About | undefined {
	if (message.type !== MessageType.Reply) return undefined;
	const of = message.referenced_message;
	if (!of?.author)
		return { text: `In reply to a message that ${of === null ? 'was deleted' : 'I cannot read'}.`, theirs: undefined };
	const isOwn = of.author.id === surroundings.self.botUser;
	const files = filesOf(of);
	const words = shorten(wordsFor(of, surroundings).trim(), longestAbout);
	if (isOwn)
		return {
			text: `In reply to your message:\n${quoted([words, ...files.map(namedFile)].join('\n').trim())}`,
			theirs: undefined,
		};
	const text = `In reply to a message of ${nameOf(of.author)}:\n${quoted(words)}`;
	return { text, theirs: { files, message: of } };
}

/** A file that we have handed over ourselves is there. */
function namedFile({ name }: FileRef): string {
	return `[file: ${name}]`;
}

function namesIn(message: APIMessage, guild: KnownGuild | undefined, places: Surroundings['places']): Names {
	const forwarded = forwardedIn(message.message_snapshots).flatMap(({ mentions }) => partsIn(mentions));
	const users = new Map([...forwarded, ...partsIn(message.mentions)].map((user) => [user['id'], user]));
	return {
		user: (id) => field(users.get(id), 'global_name') || field(users.get(id), 'username') || undefined,
		role: (id) => guild?.roles.get(id)?.name,
		channel: (id) => places.channels.get(id)?.name,
	};
}
