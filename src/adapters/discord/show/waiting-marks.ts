import { Routes } from 'discord-api-types/v10';
import { messageOf } from '../../../base/errors.ts';
import { createInOrder } from '../../../base/in-order.ts';
import type { Thread } from '../../../chat/thread.ts';
import { waitingMessage } from '../render/parts.ts';
import { type MessagePlace, messageOfKey } from '../thread-keys.ts';
import type { ShowDeps } from './show-deps.ts';
import { throughInteraction } from './through-interaction.ts';

/** What says that a message waits: a mark on it, and for whoever wrote it what can be done. No more than help: what Discord refuses is logged. */
export interface WaitingMarks {
	/** Resolves when the outbox knows of it; Discord is not waited for. `offers`: it can be used now, or taken back. */
	add(waiting: Waiting, offers: boolean): Promise<void>;
	/** Takes all of it away, after what is still to be added; resolves at once. */
	remove(waiting: Pick<Waiting, 'session' | 'of'>): void;
}

export interface Waiting {
	readonly session: string;
	readonly thread: Thread;
	/** The message's key. */
	readonly of: string;
}

type MarksDeps = Pick<ShowDeps, 'answers' | 'calls' | 'find' | 'log' | 'outbox' | 'postOnce' | 'replies' | 'signal'>;

const mark = '⏳';
/** In the outbox it stands beside no turn. */
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

	async function takeAway(session: string, of: string): Promise<void> {
		const rows = await outbox.rows(session, markKey(of));
		const isMarked = rows.some(({ key, id }) => key === markKey(of) && id === undefined);
		if (!isMarked) return;
		const at = messageOfKey(of);
		const reply = rows.find(({ key }) => key === replyKey(of));
		await Promise.all([at && react(at, 'DELETE'), at && reply && removeReply(at.channel, reply.id, replyKey(of))]);
		if (reply && reply.id === undefined) await outbox.sent(session, reply.key, 'gone');
		await outbox.sent(session, markKey(of), 'taken');
	}

	async function removeReply(channel: string, known: string | undefined, key: string): Promise<void> {
		const id = known ?? (await deps.find(channel, key));
		if (id === undefined) return;
		await calls.run({ method: 'DELETE', route: Routes.channelMessage(channel, id) }, signal).catch(() => {});
	}

	return {
		async add(waiting, offers) {
			const { session, thread, of } = waiting;
			const { id } = await outbox.intend({ session, thread, turn: markKey(of), key: markKey(of) });
			if (id !== undefined) return;
			quietly(of, async () => {
				const at = messageOfKey(of);
				await Promise.all([at && react(at, 'PUT'), offers && offer(waiting)]);
			});
		},
		remove: ({ session, of }) => quietly(of, () => takeAway(session, of)),
	};
}
