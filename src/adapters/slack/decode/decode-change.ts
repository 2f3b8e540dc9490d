import { z } from 'zod';
import type { SlackPlace } from '../thread-keys.ts';
import { isPerson, messageSchema, type Self, wordsOf } from './decode-message.ts';
import { withoutMention } from './readable-text.ts';

/** That a message was changed or removed. */
export const changeEventSchema = z.discriminatedUnion('subtype', [
	z.object({
		subtype: z.literal('message_changed'),
		channel: z.string(),
		event_ts: z.string(),
		message: messageSchema,
		previous_message: messageSchema.optional(),
	}),
	z.object({
		subtype: z.literal('message_deleted'),
		channel: z.string(),
		event_ts: z.string(),
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
}

/** Undefined for changes that bots and Slack itself make: link previews, replies that are counted. Pure. */
export function decodeChange(event: ChangeEvent, { team, botUser }: Self): Change | undefined {
	const { message, previous_message: before = message, gone } = changed(event);
	const author = gone ? before : message;
	if (!isPerson(author, botUser) || !author.user || !(gone || isNewText(event))) return undefined;
	const userTeam = author.user_team ?? author.team ?? undefined;
	return {
		place: { team, channel: event.channel, ts: message.ts },
		root: message.thread_ts ?? before.thread_ts ?? message.ts,
		user: author.user,
		...(userTeam !== undefined && { userTeam }),
		text: gone ? undefined : withoutMention(wordsOf(message), botUser),
		at: gone ? event.event_ts : (message.edited?.ts ?? event.event_ts),
	};
}

/** A thread's root that is removed while there are answers stays, as a tombstone. */
function changed(event: ChangeEvent) {
	if (event.subtype === 'message_deleted') return { ...event, message: event.previous_message, gone: true };
	return { ...event, gone: event.message.subtype === 'tombstone' };
}

function isNewText(event: ChangeEvent): boolean {
	if (event.subtype === 'message_deleted' || !event.message.edited) return false;
	const before = event.previous_message;
	return !before || wordsOf(before) !== wordsOf(event.message);
}
