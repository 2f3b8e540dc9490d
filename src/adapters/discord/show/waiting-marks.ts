import { Routes } from 'discord-api-types/v10';
import { messageOf } from '../../../base/errors.ts';
import { createInOrder } from '../../../base/in-order.ts';
import type { Thread } from '../../../chat/thread.ts';
import { waitingMessage } from '../render/parts.ts';
import { type MessagePlace, messageOfKey } from '../thread-keys.ts';
import type { ShowEventsDeps } from './show-parts.ts';
import { throughInteraction } from './through-interaction.ts';

/** Says that messages wait: by a mark on each, and for whoever wrote it what can be done. No more than help: what Discord refuses is logged. */
export interface WaitingMarks {
	/** Returns at once. `offers`: it can be used now, or taken back. */
	add(waiting: Waiting, offers: boolean): void;
	/** Takes all of it away, after what is still to be added. */
	remove(waiting: Waiting): Promise<void>;
}

export interface Waiting {
	readonly session: string;
	readonly thread: Thread;
	/** The message's key. */
	readonly of: string;
}

type MarksDeps = Pick<ShowEventsDeps, 'answers' | 'calls' | 'log' | 'outbox' | 'postOnce' | 'replies' | 'signal'> & {
	/** Our own message in a channel that shows `key`. */
	readonly find: (channel: string, key: string) => Promise<string | undefined>;
};

const mark = '⏳';
/** Where the outbox has what belongs to a mark: beside no turn. */
const markKey = (of: string) => `mark-${of}`;
const replyKey = (of: string) => `mark-${of}/reply`;

export function createWaitingMarks(deps: MarksDeps): WaitingMarks {
	const { outbox, calls, signal, log } = deps;
	const inOrder = createInOrder();

	const quietly = (of: string, work: () => Promise<unknown>): void => {
		const done = inOrder(of, work);
		done.catch((error: unknown) => {
			if (!signal.aborted) log.info('Discord does not show that a message waits', { reason: messageOf(error) });
		});
	};
	/** Failures never matter. */
	const react = async (at: MessagePlace, method: 'PUT' | 'DELETE'): Promise<void> => {
		const route = Routes.channelMessageOwnReaction(at.channel, at.message, encodeURIComponent(mark));
		await calls.run({ method, route }, signal).catch((error: unknown) => {
			if (!signal.aborted) log.info('Discord does not take a mark', { reason: messageOf(error) });
		});
	};

	async function offer({ session, thread, of }: Waiting): Promise<void> {
		if ((await throughInteraction(deps, of, waitingMessage(of))) !== undefined) return;
		const at = messageOfKey(of);
		if (!at) return;
		const key = replyKey(of);
		const { id } = await outbox.intend({ session, thread, turn: markKey(of), key });
		if (id !== undefined) return;
		const { channel, message: replyTo } = at;
		const message = waitingMessage(of, key);
		await outbox.sent(session, key, await deps.postOnce({ channel, key, message, silent: true, replyTo }, signal));
	}

	async function takeAway({ session, of }: Waiting): Promise<void> {
		const rows = await outbox.rows(session, markKey(of));
		const at = messageOfKey(of);
		const reply = rows.find(({ key }) => key === replyKey(of));
		await Promise.all([at && react(at, 'DELETE'), at && reply && removeReply(at.channel, reply.id, replyKey(of))]);
		if (reply && reply.id === undefined) await outbox.sent(session, reply.key, 'gone');
	}

	async function removeReply(channel: string, known: string | undefined, key: string): Promise<void> {
		const id = known ?? (await deps.find(channel, key));
		if (id === undefined) return;
		await calls.run({ method: 'DELETE', route: Routes.channelMessage(channel, id) }, signal).catch(() => {});
	}

	return {
		add(waiting, offers) {
			const at = messageOfKey(waiting.of);
			quietly(waiting.of, () => Promise.all([at && react(at, 'PUT'), offers && offer(waiting)]));
		},
		remove: (waiting) => inOrder(waiting.of, () => takeAway(waiting)),
	};
}
