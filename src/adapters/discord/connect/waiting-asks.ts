import type { InOrder } from '../../../base/in-order.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { isAfter } from '../ids.ts';
import type { Turn } from '../listen/listen-deps.ts';
import type { HoldBack } from './hold-back.ts';

/** Something that was said or asked while nobody listened. */
export interface Missed extends Turn {
	readonly work: () => Promise<void>;
}

/** Asks that wait for their turn among what was said in their channel. */
export interface WaitingAsks {
	/** Does `work` after what was said before it. Rejects as that does, or with the signal's reason. */
	inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
	/** Gives out those that come before one of the messages, or that an earlier process has left: all others follow what is held back. */
	before(messages: readonly MessageIn[]): readonly Missed[];
}

export interface MessageIn {
	readonly id: string;
	readonly channel_id: string;
}

export interface WaitingAsksDeps {
	readonly gate: HoldBack;
	readonly inOrder: InOrder;
	/** Fires when we leave. */
	readonly signal: AbortSignal;
}

/** Work is done in order under this key: what is said in one channel, one after another. Pure. */
export function inChannel(channel: string): string {
	return `channel ${channel}`;
}

export function createWaitingAsks(left: readonly Missed[], { gate, inOrder, signal }: WaitingAsksDeps): WaitingAsks {
	const ofEarlierProcess = new Set(left);
	const waiting = new Set(left);
	const isBefore = (ask: Missed, messages: readonly MessageIn[]) =>
		ofEarlierProcess.has(ask) ||
		messages.some(({ id, channel_id }) => channel_id === ask.channel && isAfter(id, ask.id));
	return {
		inTurn<T>({ id, channel }: Turn, work: () => Promise<T>) {
			const { promise, resolve } = Promise.withResolvers<T>();
			const begin = async () => {
				resolve(inOrder(inChannel(channel), work));
				await promise;
			};
			const ask = { id, channel, work: begin };
			waiting.add(ask);
			gate.pass(() => {
				if (waiting.delete(ask)) begin().catch(() => {});
			});
			return raceAbort(promise, signal);
		},
		before(messages) {
			const found = [...waiting].filter((ask) => isBefore(ask, messages));
			for (const ask of found) waiting.delete(ask);
			return found;
		},
	};
}
