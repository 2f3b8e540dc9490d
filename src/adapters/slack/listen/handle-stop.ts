import { z } from 'zod';
import type { Thread } from '../../../chat/thread.ts';
import { isOurs } from '../../intake/handle-message.ts';
import { timeOf } from '../decode/decode-message.ts';
import { personMet } from '../decode/who-spoke.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import type { Arrival, HandleDeps } from './handle-message.ts';

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
export async function handleReaction(
	{ user, reaction, item, event_ts }: z.infer<typeof reactionSchema>,
	arrival: Arrival,
	deps: HandleDeps,
): Promise<void> {
	if (reaction !== 'x' || user === arrival.self.botUser) return;
	const place = { team: arrival.self.team, channel: item.channel, ts: item.ts };
	const thread = deps.runningAt(place);
	const key = `${messageKey(place)}/x/${user}/${event_ts}`;
	if (thread) await handleStop({ thread, user, channel: item.channel, key, at: event_ts }, arrival, deps);
}

/** Slack's own button for stopping. */
export async function handleSessionStopped(
	{ user, channel, thread_ts, event_ts }: z.infer<typeof sessionStoppedSchema>,
	arrival: Arrival,
	deps: HandleDeps,
): Promise<void> {
	const place = { team: arrival.self.team, channel, ts: thread_ts };
	const key = `${messageKey(place)}/stopped/${event_ts}`;
	await handleStop({ thread: threadAt(place), user, channel, key, at: event_ts }, arrival, deps);
}

async function handleStop(
	{ thread, user, channel, key, at }: StopSign,
	arrival: Arrival,
	deps: HandleDeps,
): Promise<void> {
	deps.dedupe.hurry(thread.id);
	await deps.inOrder(thread.id, async () => {
		if (!(await isOurs(thread, deps))) return;
		const person = await personMet({ team: arrival.self.team, channel, user, external: arrival.external }, deps);
		if (person) await deps.accept({ type: 'stop', key, thread, person, at: timeOf(at), timed: true });
	});
}
