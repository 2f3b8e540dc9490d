import { z } from 'zod';
import type { SlackPlace } from '../thread-keys.ts';
import {
	type DecodedMessage,
	decodeMessage,
	ifKnown,
	isPerson,
	mentions,
	messageSchema,
	type Self,
	type SlackMessage,
	tsSchema,
} from './decode-message.ts';
import { withoutMention } from './readable-text.ts';
import { allWords, ownWordsOf, readMessage } from './words/message-words.ts';

/** That a message was changed or removed. */
export const changeEventSchema = z.discriminatedUnion('subtype', [
	z.object({
		subtype: z.literal('message_changed'),
		channel: z.string(),
		channel_type: ifKnown(z.string()),
		event_ts: tsSchema,
		message: messageSchema,
		previous_message: ifKnown(messageSchema),
	}),
	z.object({
		subtype: z.literal('message_deleted'),
		channel: z.string(),
		event_ts: tsSchema,
		previous_message: messageSchema,
	}),
]);
export type ChangeEvent = z.infer<typeof changeEventSchema>;

/** A change that a person made to a message of theirs. */
export interface Change {
	readonly place: SlackPlace;
	/** The `ts` of its thread's root. */
	readonly root: string;
	readonly user: string;
	readonly userTeam?: string;
	/** The new words, in Slack's form; undefined: it is gone. */
	readonly text: string | undefined;
	/** A `ts`. */
	readonly at: string;
	/** The whole message, where it names us now and did not before. */
	readonly addressed: DecodedMessage | undefined;
}

/** Undefined for changes that bots and Slack itself make: link previews, replies that are counted. Pure. */
export function decodeChange(event: ChangeEvent, self: Self): Change | undefined {
	const { team, botUser } = self;
	const { message, previous_message: before = message, gone } = changed(event);
	const author = gone ? before : message;
	if (!isPerson(author, botUser) || !author.user || !(gone || isNewText(event, team))) return undefined;
	const userTeam = author.user_team ?? author.team ?? undefined;
	return {
		place: { team, channel: event.channel, ts: message.ts },
		root: message.thread_ts ?? before.thread_ts ?? message.ts,
		user: author.user,
		...(userTeam !== undefined && { userTeam }),
		text: gone ? undefined : wordsIn(message, self),
		at: gone ? event.event_ts : (message.edited?.ts ?? event.event_ts),
		addressed: gone ? undefined : addressedIn(event, self),
	};
}

/** A thread's root that is removed while there are answers stays, as a tombstone. */
function changed(event: ChangeEvent) {
	if (event.subtype === 'message_deleted') return { ...event, message: event.previous_message, gone: true };
	return { ...event, gone: event.message.subtype === 'tombstone' };
}

function wordsIn(message: SlackMessage, { team, botUser }: Self): string {
	const { own, along } = readMessage(message, team);
	return allWords({ own: withoutMention(own, botUser), along });
}

/** Previews of links come and go without their author: only their own words make an edit. */
function isNewText(event: ChangeEvent, team: string): boolean {
	if (event.subtype === 'message_deleted' || !event.message.edited) return false;
	const before = event.previous_message;
	return !before || ownWordsOf(before, team) !== ownWordsOf(event.message, team);
}

function addressedIn(event: ChangeEvent, self: Self): DecodedMessage | undefined {
	if (event.subtype === 'message_deleted') return undefined;
	const { message, previous_message: before, channel, channel_type } = event;
	if (before && mentions(ownWordsOf(before, self.team), self.botUser)) return undefined;
	const place = { channel, ...(channel_type !== undefined && { channel_type }) };
	const said = decodeMessage({ ...message, ...place, type: 'message' }, self);
	return said?.address === 'mention' ? said : undefined;
}
