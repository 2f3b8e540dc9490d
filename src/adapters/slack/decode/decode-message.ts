import { z } from 'zod';
import type { FileRef } from '../../../chat/inbound.ts';
import type { Address, Said } from '../../intake/said.ts';
import { messageKey, type SlackPlace, threadAt } from '../thread-keys.ts';
import { withoutMention } from './readable-text.ts';
import type { SharedFiles } from './words/attachments.ts';
import { allWords, readMessage } from './words/message-words.ts';

/** A field that says nothing where it is null, or of a kind that Slack has never told of: it takes no other along. */
export function ifKnown<Schema extends z.ZodType>(schema: Schema) {
	return schema.optional().catch(undefined);
}

/** When something was said, by Slack's clock: in a channel nothing else has it. */
export const tsSchema = z.string().regex(/^\d{1,12}\.\d{1,9}$/);
const word = ifKnown(z.string());
const list = ifKnown(z.array(z.unknown()));

/** A message in an event, in an answer of the Web API, or in what a shortcut brings: as much of it as is read. */
export const messageSchema = z.object({
	ts: tsSchema,
	subtype: word,
	thread_ts: ifKnown(tsSchema),
	user: word,
	/** Whoever has an odd one is of no team of ours. */
	user_team: z.string().nullish().catch('unknown'),
	team: z.string().nullish().catch('unknown'),
	/** People's messages have none, be it odd. */
	bot_id: z.string().nullish().catch('unknown'),
	username: word,
	bot_profile: ifKnown(z.object({ name: word })),
	text: word,
	/** These are read one by one. */
	blocks: list,
	attachments: list,
	files: list,
	x_files: list,
	/** Of a huddle. */
	room: z.unknown().optional(),
	edited: ifKnown(z.object({ user: word, ts: tsSchema })),
});
export type SlackMessage = z.infer<typeof messageSchema>;

export const messageEventSchema = messageSchema.extend({
	type: z.enum(['message', 'app_mention']),
	channel: z.string(),
	channel_type: word,
});
export type MessageEvent = z.infer<typeof messageEventSchema>;

/** Who we are where something came in. */
export interface Self {
	/** The installation's team. */
	readonly team: string;
	readonly botUser: string;
	readonly botId: string;
}

/** Something that a person said, as far as an event tells: names and rights are asked for later. */
export interface DecodedMessage {
	readonly place: SlackPlace;
	/** The `ts` of its thread's root. */
	readonly root: string;
	readonly user: string;
	readonly userTeam?: string;
	/** In Slack's form, without the mention of us; with the words of what came along. */
	readonly text: string;
	readonly files: readonly FileRef[];
	/** Of messages that came along. */
	readonly shared: readonly SharedFiles[];
	/** A `ts`, where it was said anew after its place was made. */
	readonly edited?: string;
	/** Slack's word for the kind of channel, where the event says it. */
	readonly channelType?: string;
	readonly address: Address;
}

/** How many files came with a message. Pure. */
export function filesIn({ files, shared }: Pick<DecodedMessage, 'files' | 'shared'>): number {
	return shared.reduce((sum, some) => sum + some.files.length, files.length);
}

/** A message whose person is known, and its words as people read them. Pure. */
export function saidIn(
	{ place, root, address, edited = place.ts }: DecodedMessage,
	known: Pick<Said, 'person' | 'text' | 'files' | 'audience'>,
): Said {
	const thread = threadAt({ ...place, ts: root });
	const before = root === place.ts ? 'no-thread' : 'talk';
	return { ...known, key: messageKey(place), thread, at: timeOf(edited), address, before };
}

/** Subtypes of messages that people say. */
const spoken = [undefined, 'file_share', 'thread_broadcast', 'me_message'];

/** Something that a person said; undefined for whatever bots, we ourselves and Slack say, and for changes. Pure. */
export function decodeMessage(event: MessageEvent, { team, botUser }: Self): DecodedMessage | undefined {
	const { channel, ts, user } = event;
	if (!spoken.includes(event.subtype) || !isPerson(event, botUser) || !user) return undefined;
	const { own, along, files, shared } = readMessage(event, team);
	const userTeam = event.user_team ?? event.team ?? undefined;
	return {
		place: { team, channel, ts },
		root: event.thread_ts ?? ts,
		user,
		...(userTeam !== undefined && { userTeam }),
		text: allWords({ own: withoutMention(own, botUser), along }),
		files,
		shared,
		...(event.edited && { edited: event.edited.ts }),
		...(event.channel_type !== undefined && { channelType: event.channel_type }),
		address: addressOf(own, event, botUser),
	};
}

/** Whether a person wrote this message. `USLACK` is Slack's own. Pure. */
export function isPerson({ user, bot_id }: Pick<SlackMessage, 'user' | 'bot_id'>, botUser: string): boolean {
	return Boolean(user) && user !== botUser && user !== 'USLACK' && !bot_id;
}

/** As people see it. Pure. */
export function botName({ username, bot_profile }: Pick<SlackMessage, 'username' | 'bot_profile'>): string {
	return username || bot_profile?.name || 'a bot';
}

/** When something with this `ts` was said, ISO 8601. Pure. */
export function timeOf(ts: string): string {
	return new Date(Math.round(Number(ts) * 1000)).toISOString();
}

function addressOf(raw: string, { channel, channel_type }: MessageEvent, botUser: string): Address {
	if (channel_type === 'im' || channel.startsWith('D')) return 'direct';
	if (mentions(raw, botUser)) return 'mention';
	return /^\s*<@[UW]/.test(raw) ? 'to-other' : 'nobody';
}

/** Whether a text in Slack's form names somebody. Pure. */
export function mentions(raw: string, user: string): boolean {
	return new RegExp(`<@${user}(\\||>)`).test(raw);
}
