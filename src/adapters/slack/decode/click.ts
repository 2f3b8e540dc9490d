import { z } from 'zod';
import type { Thread } from '../../../chat/thread.ts';
import type { Press } from '../../intake/press.ts';
import { readFeedback } from '../render/parts.ts';
import { threadAt } from '../thread-keys.ts';
import type { Self } from './decode-message.ts';

/** A click in a message of ours: as much of it as is read. */
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
export function threadOfClick({ channel, container, message }: Click, { team }: Self): Thread {
	const ts = container.thread_ts ?? message?.thread_ts ?? container.message_ts;
	return threadAt({ team, channel: channel.id, ts });
}

/** Equal for the same click, however often it comes. Pure. */
export function clickKey({ user, actions: [action] }: Click, { team }: Self): string {
	return `${team}/click/${user.id}/${action.action_ts}`;
}

/** Undefined for a button that is a link, or not ours. Pure. */
export function pressOf({ actions: [{ action_id: name, value = '' }] }: Click): Press | undefined {
	const [, choice] = /^answer-choice-(\d+)$/.exec(name) ?? [];
	if (choice !== undefined) return { does: 'choose', question: value, choice: Number(choice) };
	switch (name) {
		case 'answer-open':
			return { does: 'open-form', question: value };
		case 'use-now':
		case 'take-back':
			return { does: name, of: value };
		case 'feedback': {
			const feedback = readFeedback(value);
			return feedback && { does: name, ...feedback };
		}
		default:
			return undefined;
	}
}
