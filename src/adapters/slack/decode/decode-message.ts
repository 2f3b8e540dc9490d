import { z } from 'zod';
import type { FileRef } from '../../../chat/inbound.ts';
import type { Address, Said } from '../../intake/said.ts';
import { fileRefOf } from '../files/file-refs.ts';
import { messageKey, type SlackPlace, threadAt } from '../thread-keys.ts';
import { withoutMention } from './readable-text.ts';
import { richText } from './rich-text.ts';

const fileSchema = z.object({
	id: z.string().optional(),
	name: z.string().nullish(),
	title: z.string().nullish(),
	size: z.number().int().nonnegative().optional(),
});

/** A message in an event, in an answer of the Web API, or in what a shortcut brings: as much of it as is read. */
export const messageSchema = z.object({
	ts: z.string(),
	subtype: z.string().optional(),
	thread_ts: z.string().optional(),
	user: z.string().nullish(),
	user_team: z.string().nullish(),
	team: z.string().nullish(),
	bot_id: z.string().nullish(),
	username: z.string().nullish(),
	bot_profile: z.object({ name: z.string().optional() }).nullish(),
	text: z.string().nullish(),
	blocks: z.array(z.unknown()).nullish(),
	files: z.array(fileSchema).nullish(),
	edited: z.object({ user: z.string().optional(), ts: z.string() }).nullish(),
});
export type SlackMessage = z.infer<typeof messageSchema>;

export const messageEventSchema = messageSchema.extend({
	type: z.enum(['message', 'app_mention']),
	channel: z.string(),
	channel_type: z.string().optional(),
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
	/** In Slack's form, without the mention of us. */
	readonly text: string;
	readonly files: readonly FileRef[];
	/** What Slack calls the channel, where the event says it. */
	readonly channelType?: string;
	readonly address: Address;
}

/** A message whose person is known, and its words as people read them. Pure. */
export function saidIn(
	{ place, root, address }: DecodedMessage,
	known: Pick<Said, 'person' | 'text' | 'files' | 'audience'>,
): Said {
	const thread = threadAt({ ...place, ts: root });
	const before = root === place.ts ? 'no-thread' : 'talk';
	return { ...known, key: messageKey(place), thread, at: timeOf(place.ts), address, before };
}

/** Subtypes of messages that people say. */
const spoken = [undefined, 'file_share', 'thread_broadcast'];

/** Something that a person said; undefined for whatever bots, we ourselves and Slack say, and for changes. Pure. */
export function decodeMessage(event: MessageEvent, { team, botUser }: Self): DecodedMessage | undefined {
	const { channel, ts, user } = event;
	if (!spoken.includes(event.subtype) || !isPerson(event, botUser) || !user) return undefined;
	const raw = wordsOf(event);
	const userTeam = event.user_team ?? event.team ?? undefined;
	return {
		place: { team, channel, ts },
		root: event.thread_ts ?? ts,
		user,
		...(userTeam !== undefined && { userTeam }),
		text: withoutMention(raw, botUser),
		files: filesOf(event, team),
		...(event.channel_type !== undefined && { channelType: event.channel_type }),
		address: addressOf(raw, event, botUser),
	};
}

/** Whether a person wrote this message. `USLACK` is Slack's own. Pure. */
export function isPerson({ user, bot_id }: Pick<SlackMessage, 'user' | 'bot_id'>, botUser: string): boolean {
	return Boolean(user) && user !== botUser && user !== 'USLACK' && !bot_id;
}

/** The text of a message in Slack's form; where it has none, that of its blocks. Pure. */
export function wordsOf({ text, blocks }: Pick<SlackMessage, 'text' | 'blocks'>): string {
	return text?.trim() ? text : richText(blocks ?? []);
}

/** The message's files by reference. Pure. */
export function filesOf({ files }: Pick<SlackMessage, 'files'>, team: string): FileRef[] {
	return (files ?? []).flatMap(({ id, name, title, size }) => {
		const known = { ...(id !== undefined && { id }), ...(size !== undefined && { size }) };
		return fileRefOf(team, { ...known, name: name ?? null, title: title ?? null }) ?? [];
	});
}

/** When something with this `ts` was said, ISO 8601. Pure. */
export function timeOf(ts: string): string {
	return new Date(Math.round(Number(ts) * 1000)).toISOString();
}

function addressOf(raw: string, { channel, channel_type }: MessageEvent, botUser: string): Address {
	if (channel_type === 'im' || channel.startsWith('D')) return 'direct';
	if (new RegExp(`<@${botUser}(\\||>)`).test(raw)) return 'mention';
	return /^\s*<@[UW]/.test(raw) ? 'to-other' : 'nobody';
}
