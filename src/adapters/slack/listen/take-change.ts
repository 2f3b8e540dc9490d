import { z } from 'zod';
import { isPerson, messageSchema, type Receiver, timeOf, wordsOf } from '../decode/read-message.ts';
import { withoutMention } from '../decode/readable-text.ts';
import { personMet, readableWith } from '../decode/who-spoke.ts';
import { messageKey, type SlackPlace, threadAt } from '../thread-keys.ts';
import type { Arrival, TakeMessageDeps } from './take-message.ts';

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

/** What a person did to a message of theirs. */
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

/** What a person changed or removed; undefined for what bots and Slack itself do to messages: link previews, replies that are counted. Pure. */
export function readChange(event: ChangeEvent, { team, botUser }: Receiver): Change | undefined {
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

/** A thread's first message that nothing had answered is gone without a tombstone, whoever wrote and whoever removed it. */
function noteRemoval(event: ChangeEvent, { team }: Receiver, { roots }: TakeMessageDeps): void {
	if (event.subtype !== 'message_deleted') return;
	const { ts, thread_ts: root = ts } = event.previous_message;
	if (root === ts) roots.removed(threadAt({ team, channel: event.channel, ts }));
}

/** Takes in what somebody did to a message in a thread of ours. Resolves when it is stored. */
export async function takeChange(
	event: ChangeEvent,
	{ receiver, external }: Arrival,
	deps: TakeMessageDeps,
): Promise<void> {
	noteRemoval(event, receiver, deps);
	const change = readChange(event, receiver);
	if (!change) return;
	const thread = threadAt({ ...change.place, ts: change.root });
	deps.twins.hurry(thread.id);
	await deps.inOrder(thread.id, async () => {
		if ((await deps.bindings.sessionOf(thread)) === undefined) return;
		const { user, userTeam, place, text, at } = change;
		const person = await personMet({ ...place, user, userTeam, external }, deps);
		if (!person) return;
		const of = messageKey(place);
		const common = { thread, person, at: timeOf(at), of };
		if (text === undefined) await deps.accept({ ...common, type: 'delete', key: `${of}/delete` });
		else {
			const words = await readableWith(text, place.team, deps);
			await deps.accept({ ...common, type: 'edit', key: `${of}/edit/${at}`, text: words });
		}
	});
}
