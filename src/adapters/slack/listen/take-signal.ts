import { z } from 'zod';
import type { Thread } from '../../../chat/thread.ts';
import { timeOf } from '../decode/read-message.ts';
import { personMet } from '../decode/who-spoke.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import type { Arrival, TakeMessageDeps } from './take-message.ts';

export const reactionSchema = z.object({
	user: z.string(),
	reaction: z.string(),
	item: z.object({ type: z.literal('message'), channel: z.string(), ts: z.string() }),
	event_ts: z.string(),
});

export const sessionStoppedSchema = z.object({
	user: z.string(),
	channel: z.string(),
	thread_ts: z.string(),
	event_ts: z.string(),
});

interface StopSign {
	readonly thread: Thread;
	readonly user: string;
	readonly channel: string;
	readonly key: string;
	/** A `ts`. */
	readonly at: string;
}

/** ❌ on a message that shows a running turn stops it. */
export async function takeReaction(
	{ user, reaction, item, event_ts }: z.infer<typeof reactionSchema>,
	arrival: Arrival,
	deps: TakeMessageDeps,
): Promise<void> {
	if (reaction !== 'x' || user === arrival.receiver.botUser) return;
	const place = { team: arrival.receiver.team, channel: item.channel, ts: item.ts };
	const thread = deps.runningAt(place);
	const key = `${messageKey(place)}/x/${user}/${event_ts}`;
	if (thread) await takeStop({ thread, user, channel: item.channel, key, at: event_ts }, arrival, deps);
}

/** Slack's own button for stopping. */
export async function takeSessionStopped(
	{ user, channel, thread_ts, event_ts }: z.infer<typeof sessionStoppedSchema>,
	arrival: Arrival,
	deps: TakeMessageDeps,
): Promise<void> {
	const place = { team: arrival.receiver.team, channel, ts: thread_ts };
	const key = `${messageKey(place)}/stopped/${event_ts}`;
	await takeStop({ thread: threadAt(place), user, channel, key, at: event_ts }, arrival, deps);
}

async function takeStop(
	{ thread, user, channel, key, at }: StopSign,
	arrival: Arrival,
	deps: TakeMessageDeps,
): Promise<void> {
	deps.twins.hurry(thread.id);
	await deps.inOrder(thread.id, async () => {
		if ((await deps.bindings.sessionOf(thread)) === undefined) return;
		const person = await personMet({ team: arrival.receiver.team, channel, user, external: arrival.external }, deps);
		if (person) await deps.accept({ type: 'stop', key, thread, person, at: timeOf(at), timed: true });
	});
}
