import { GatewayDispatchEvents, type GatewayDispatchPayload } from 'discord-api-types/v10';
import { raceAbort } from '../../../base/race-abort.ts';
import { isThread, type KnownChannel } from '../decode/channel.ts';
import type { IncomingMessage } from '../decode/decode-message.ts';
import { isAfter } from '../ids.ts';
import type { LeftAsk } from '../listen/ask/asks.ts';
import { resumeAsk } from '../listen/ask/handle-ask.ts';
import { handleEdit, handleRemoval, handleRemovals } from '../listen/handle-change.ts';
import { handleGone } from '../listen/handle-gone.ts';
import { handleInteraction } from '../listen/handle-interaction.ts';
import { handleMessage } from '../listen/handle-message.ts';
import { handleReaction } from '../listen/handle-reaction.ts';
import type { HandleDeps, Turn } from '../listen/listen-deps.ts';
import { untilStored } from '../listen/until-stored.ts';
import { missedMessages } from './catch-up.ts';
import { createHoldBack } from './hold-back.ts';
import { createSeen, type LeftOff } from './seen.ts';

/** What comes in by one shard. */
export interface ShardIntake extends AsyncDisposable {
	/** Takes in what an event says. Nothing of it is thrown: what fails is tried again, or logged. */
	dispatch(payload: GatewayDispatchPayload): void;
	/** The session that READY has begun knows its guilds: what was missed before it is fetched, then what came meanwhile is taken in. */
	begun(): void;
}

export interface ShardIntakeDeps {
	readonly shard: number;
	/** Of shards. */
	readonly count: number;
	readonly take: HandleDeps;
	/** What an earlier process has left of this shard's. */
	readonly asks: readonly LeftAsk[];
	/** Waited for when we leave. */
	readonly track: (what: string, work: Promise<unknown>) => void;
}

/** What is said is held back no longer for what was missed: one channel that Discord does not give must not silence all. */
const longestHoldMs = 120_000;

/** What is said in one channel is taken in one after another under this key. Pure. */
export function inChannel(channel: string): string {
	return `channel ${channel}`;
}

export function createShardIntake({
	shard,
	count,
	take: shared,
	asks: askedBefore,
	track,
}: ShardIntakeDeps): ShardIntake {
	const { inOrder, clock, signal, log } = shared;
	const gate = createHoldBack();
	const readTo = new Map<string, string>();
	/** What was asked, and waits for what was missed. */
	const asked: Asked[] = askedBefore.map(({ ask, done }) => ({
		isLeft: true,
		id: ask.id,
		channel: ask.channel.id,
		work: () => resumeAsk(ask, done, shared),
	}));
	const take: HandleDeps = {
		...shared,
		inTurn: <T>({ id, channel }: Turn, work: () => Promise<T>) => {
			const { promise, resolve } = Promise.withResolvers<T>();
			const taken = () => {
				resolve(inOrder(inChannel(channel), work));
				return promise.then(() => {});
			};
			const one = { isLeft: false, id, channel, work: taken };
			asked.push(one);
			gate.pass(() => {
				const at = asked.indexOf(one);
				if (at >= 0)
					asked
						.splice(at, 1)[0]
						?.work()
						.catch(() => {});
			});
			return raceAbort(promise, signal);
		},
	};
	const seen = createSeen({ shard, count, records: take.records, clock, log });
	let left: Promise<LeftOff | undefined> = Promise.resolve(undefined);
	let catchingUp = Promise.resolve();

	const takeInOrder = (channel: string, work: () => Promise<void>) =>
		inOrder(inChannel(channel), () => untilStored(work, take));
	const takeOne = async (message: IncomingMessage) => {
		const done = seen.begin(message.id);
		try {
			await takeInOrder(message.channel_id, () => handleMessage(message, take));
		} finally {
			// What cannot be taken in at all is done with; when we leave, the next start takes it in.
			if (!signal.aborted) done();
		}
	};
	/** Does `work`; where it takes longer than `ms`, `late` is done meanwhile. */
	const within = (ms: number, late: () => void, work: () => Promise<void>) => {
		const callOff = clock.after(ms, late);
		return work().finally(callOff);
	};
	const catchUp = async (from: Promise<LeftOff | undefined>) => {
		const leftOff = await from;
		// Until all of it is taken in, what is newer counts for nothing at the next start.
		const done = leftOff && seen.begin(leftOff.after);
		const messages = leftOff ? await missedMessages({ left: leftOff, shard, count, readTo }, take) : [];
		if (messages.length > 0) log.info('Messages were missed', { shard, messages: messages.length });
		const said = messages.map((message) => ({
			id: message.id,
			channel: message.channel_id,
			work: () => takeOne(message),
		}));
		await takeAllMissed([...said, ...takeAskedBefore(asked, messages)]);
		done?.();
	};
	/** In a channel and its threads one by one: the message that a thread began on is taken in before what was said in the thread. */
	const takeAllMissed = async (missed: readonly Missed[]) => {
		const sorted = missed.toSorted((one, other) => (isAfter(one.id, other.id) ? 1 : -1));
		const byChannel = Map.groupBy(sorted, ({ channel }) => aboveOf(take.places.channels.get(channel)) ?? channel);
		const inOne = async (of: readonly Missed[]) => {
			for (const { work } of of) await takeMissed(work);
		};
		await Promise.all([...byChannel.values()].map(inOne));
	};
	const takeMissed = async (work: () => Promise<void>) => {
		try {
			await work();
		} catch (error) {
			signal.throwIfAborted();
			log.warn('Something that was missed is not taken in', { err: error });
		}
	};

	/** What people say, and do to what they said: in order. */
	const takeSaid = (payload: GatewayDispatchPayload) => {
		switch (payload.t) {
			case GatewayDispatchEvents.MessageCreate:
				return track('A message is not taken in', takeOne(payload.d));
			case GatewayDispatchEvents.MessageUpdate:
				return track(
					'A change is not taken in',
					takeInOrder(payload.d.channel_id, () => handleEdit(payload.d, take)),
				);
			case GatewayDispatchEvents.MessageDelete:
				return track(
					'A removal is not taken in',
					takeInOrder(payload.d.channel_id, () => handleRemoval(payload.d, take)),
				);
			case GatewayDispatchEvents.MessageDeleteBulk:
				return track(
					'Removals are not taken in',
					takeInOrder(payload.d.channel_id, () => handleRemovals(payload.d, take)),
				);
		}
	};
	/** What must not wait. */
	const takeDone = (payload: GatewayDispatchPayload) => {
		if (payload.t === GatewayDispatchEvents.InteractionCreate)
			track('What somebody did is not taken in', handleInteraction(payload.d, take));
		if (payload.t === GatewayDispatchEvents.MessageReactionAdd)
			track('A reaction is not taken in', handleReaction(payload.d, payload.s, take));
		if (payload.t === GatewayDispatchEvents.ThreadDelete || payload.t === GatewayDispatchEvents.ChannelDelete)
			track('That a thread was deleted is not taken in', handleGone(payload.d.id, take));
	};

	return {
		dispatch(payload) {
			if (payload.t === GatewayDispatchEvents.Ready) {
				gate.close();
				shared.interruptions.note();
				left = seen.leftOff();
				left.catch(() => undefined);
			} else if (isSaid(payload)) gate.pass(() => takeSaid(payload));
			takeDone(payload);
		},
		begun() {
			const from = left;
			// A newer session catches up by itself.
			const release = () => {
				if (from === left && !signal.aborted) gate.open();
			};
			catchingUp = catchingUp
				.then(() => within(longestHoldMs, release, () => catchUp(from)))
				.catch((error: unknown) => {
					if (!signal.aborted) log.error('What was missed cannot be fetched', { err: error });
				})
				.then(release);
			track('What was missed is not taken in', catchingUp);
		},
		[Symbol.asyncDispose]: () => seen[Symbol.asyncDispose](),
	};
}

/** Takes those out after which something was found in their channel: the others come after what is held back there. */
function takeAskedBefore(asked: Asked[], messages: readonly IncomingMessage[]): readonly Asked[] {
	const isBefore = ({ id, channel }: Asked) =>
		messages.some((message) => message.channel_id === channel && isAfter(message.id, id));
	const before = asked.filter((one) => one.isLeft || isBefore(one));
	asked.splice(0, asked.length, ...asked.filter((one) => !before.includes(one)));
	return before;
}

/** Something that was said or asked while nobody listened. */
interface Missed extends Turn {
	readonly work: () => Promise<void>;
}

interface Asked extends Missed {
	/** An earlier process has left it. */
	readonly isLeft: boolean;
}

/** The channel that a thread is in. */
function aboveOf(channel: KnownChannel | undefined): string | undefined {
	return channel && isThread(channel) ? channel.parent : undefined;
}

const saidEvents: readonly string[] = [
	GatewayDispatchEvents.MessageCreate,
	GatewayDispatchEvents.MessageUpdate,
	GatewayDispatchEvents.MessageDelete,
	GatewayDispatchEvents.MessageDeleteBulk,
];

function isSaid({ t }: GatewayDispatchPayload): boolean {
	return saidEvents.includes(t);
}
