import { z } from 'zod';
import type { Thread } from '../../../chat/thread.ts';
import { threadAt } from '../thread-keys.ts';
import type { Receiver } from './read-message.ts';

/** What is read of a click in a message of ours. */
export const clickSchema = z.object({
	user: z.object({ id: z.string(), team_id: z.string().optional() }),
	channel: z.object({ id: z.string() }),
	container: z.object({ message_ts: z.string(), thread_ts: z.string().optional() }),
	message: z.object({ ts: z.string(), thread_ts: z.string().optional() }).optional(),
	trigger_id: z.string(),
	actions: z.tuple(
		[z.object({ action_id: z.string(), action_ts: z.string(), value: z.string().optional() })],
		z.unknown(),
	),
});
export type Click = z.infer<typeof clickSchema>;

/** The thread of the message that was clicked in. Pure. */
export function threadOfClick({ channel, container, message }: Click, { team }: Receiver): Thread {
	const ts = container.thread_ts ?? message?.thread_ts ?? container.message_ts;
	return threadAt({ team, channel: channel.id, ts });
}

/** Equal for the same click, however often it comes. Pure. */
export function clickKey({ user, actions: [action] }: Click, { team }: Receiver): string {
	return `${team}/click/${user.id}/${action.action_ts}`;
}
