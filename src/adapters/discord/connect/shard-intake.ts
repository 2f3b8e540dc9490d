import { GatewayDispatchEvents, type GatewayDispatchPayload } from 'discord-api-types/v10';
import type { IncomingMessage } from '../decode/decode-message.ts';
import type { LeftAsk } from '../listen/ask/asks.ts';
import { resumeAsk } from '../listen/ask/handle-ask.ts';
import { handleEdit, handleGone, handleRemoval, handleRemovals } from '../listen/handle-change.ts';
import { handleInteraction } from '../listen/handle-interaction.ts';
import { handleMessage } from '../listen/handle-message.ts';
import { handleReaction } from '../listen/handle-reaction.ts';
import { hearMessage } from '../listen/hear-message.ts';
import type { HandleDeps } from '../listen/listen-deps.ts';
import { untilStored } from '../listen/until-stored.ts';
import { missedMessages } from './catch-up.ts';
import { handleMissed } from './handle-missed.ts';
import { createHoldBack } from './hold-back.ts';
import { createSeen, type LeftOff, type Seen } from './seen.ts';
import { createWaitingAsks, inChannel, type WaitingAsks } from './waiting-asks.ts';

/** The way in through one shard. */
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
	readonly handle: HandleDeps;
	/** Left by an earlier process, for this shard. */
	readonly asks: readonly LeftAsk[];
	/** Waited for when we leave. */
	readonly track: (what: string, work: Promise<unknown>) => void;
}

/** The parts of one shard's intake. */
interface Shard {
	readonly shard: number;
	/** Of shards. */
	readonly count: number;
	readonly deps: HandleDeps;
	readonly seen: Seen;
	readonly asks: WaitingAsks;
	/** Up to which message each channel was read for what was missed. */
	readonly readTo: Map<string, string>;
}

/** A session with the gateway: a newer one catches up by itself. */
interface Session {
	/** Where what was taken in before it was left off; undefined where nothing was missed. */
	readonly leftOff: Promise<LeftOff | undefined>;
}

/** Messages are held back no longer for what was missed: one channel that Discord does not give must not silence all. */
const longestHoldMs = 120_000;

export function createShardIntake({ shard, count, handle, asks: left, track }: ShardIntakeDeps): ShardIntake {
	const { inOrder, clock, signal, log } = handle;
	const gate = createHoldBack();
	const asks = createWaitingAsks(left.map(leftAs(handle)), { gate, inOrder, signal });
	const seen = createSeen({ shard, count, records: handle.records, clock, log });
	const parts: Shard = { shard, count, deps: { ...handle, inTurn: asks.inTurn }, seen, asks, readTo: new Map() };
	let session: Session = { leftOff: Promise.resolve(undefined) };
	let catchingUp = Promise.resolve();

	const trackOne = (one: Tracked | undefined) => {
		if (one) track(...one);
	};
	const openUnlessNewer = (of: Session) => {
		if (of === session && !signal.aborted) gate.open();
	};
	return {
		dispatch(payload) {
			if (payload.t === GatewayDispatchEvents.Ready) {
				gate.close();
				handle.interruptions.note();
				session = { leftOff: seen.leftOff() };
				session.leftOff.catch(() => undefined);
			} else if (isSaid(payload)) gate.pass(() => trackOne(handleSaid(payload, parts)));
			trackOne(handleAtOnce(payload, parts));
		},
		begun() {
			const of = session;
			catchingUp = catchingUp
				.then(() => catchUpWithin(longestHoldMs, of, parts, () => openUnlessNewer(of)))
				.then(() => openUnlessNewer(of));
			track('What was missed is not taken in', catchingUp);
		},
		[Symbol.asyncDispose]: () => seen[Symbol.asyncDispose](),
	};
}

function leftAs(deps: HandleDeps) {
	return ({ ask, done }: LeftAsk) => ({ id: ask.id, channel: ask.channel.id, work: () => resumeAsk(ask, done, deps) });
}

/** Where it takes longer than `ms`, `late` is done meanwhile. Never rejects. */
async function catchUpWithin(ms: number, session: Session, parts: Shard, late: () => void): Promise<void> {
	const { clock, signal, log } = parts.deps;
	const callOff = clock.after(ms, late);
	try {
		await catchUp(session, parts);
	} catch (error) {
		if (!signal.aborted) log.error('What was missed cannot be fetched', { err: error });
	} finally {
		callOff();
	}
}

async function catchUp({ leftOff }: Session, parts: Shard): Promise<void> {
	const { shard, count, deps, seen, asks, readTo } = parts;
	const left = await leftOff;
	// Until all of it is taken in, what is newer counts for nothing at the next start.
	const done = left && seen.begin(left.after);
	const messages = left ? await missedMessages({ left, shard, count, readTo }, deps) : [];
	if (messages.length > 0) deps.log.info('Messages were missed', { shard, messages: messages.length });
	const said = messages.map((message) => ({
		id: message.id,
		channel: message.channel_id,
		work: () => handleSeen(message, parts),
	}));
	await handleMissed([...said, ...asks.before(messages)], deps);
	done?.();
}

/** Takes in a message, and notes that it was. */
async function handleSeen(message: IncomingMessage, { deps, seen }: Shard): Promise<void> {
	const done = seen.begin(message.id);
	// Before it waits for what was said before it.
	using _hearing = hearMessage(message, deps);
	try {
		await inTheirOrder(message.channel_id, deps, () => handleMessage(message, deps));
	} finally {
		// A message that cannot be taken in at all is done with; when we leave, the next start takes it in.
		if (!deps.signal.aborted) done();
	}
}

function inTheirOrder(channel: string, deps: HandleDeps, work: () => Promise<void>): Promise<void> {
	return deps.inOrder(inChannel(channel), () => untilStored(work, deps));
}

/** Work that nobody waits for, and what the log says where it fails. */
type Tracked = readonly [what: string, work: Promise<void>];

/** Messages, and what people do to them: in order. */
function handleSaid(payload: GatewayDispatchPayload, parts: Shard): Tracked | undefined {
	const { deps } = parts;
	const inOrder = (work: () => Promise<void>, { channel_id }: { readonly channel_id: string }) =>
		inTheirOrder(channel_id, deps, work);
	switch (payload.t) {
		case GatewayDispatchEvents.MessageCreate:
			return ['A message is not taken in', handleSeen(payload.d, parts)];
		case GatewayDispatchEvents.MessageUpdate:
			return ['A change is not taken in', inOrder(() => handleEdit(payload.d, deps), payload.d)];
		case GatewayDispatchEvents.MessageDelete:
			return ['A removal is not taken in', inOrder(() => handleRemoval(payload.d, deps), payload.d)];
		case GatewayDispatchEvents.MessageDeleteBulk:
			return ['Removals are not taken in', inOrder(() => handleRemovals(payload.d, deps), payload.d)];
		default:
			return undefined;
	}
}

/** Presses, commands and reactions, and deleted threads: none of them waits. */
function handleAtOnce(payload: GatewayDispatchPayload, { deps }: Shard): Tracked | undefined {
	switch (payload.t) {
		case GatewayDispatchEvents.InteractionCreate:
			return ['What somebody did is not taken in', handleInteraction(payload.d, deps)];
		case GatewayDispatchEvents.MessageReactionAdd:
			return ['A reaction is not taken in', handleReaction(payload.d, payload.s, deps)];
		case GatewayDispatchEvents.ThreadDelete:
		case GatewayDispatchEvents.ChannelDelete:
			return ['That a thread was deleted is not taken in', handleGone(payload.d.id, deps)];
		default:
			return undefined;
	}
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
