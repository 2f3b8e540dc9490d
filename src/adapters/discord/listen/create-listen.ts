import type { REST } from '@discordjs/rest';
import {
	type APIGatewayBotInfo,
	GatewayDispatchEvents,
	type GatewayDispatchPayload,
	Routes,
} from 'discord-api-types/v10';
import { PlatformAwayError, ProblemError } from '../../../base/errors.ts';
import { createInOrder } from '../../../base/in-order.ts';
import { type Background, createBackground } from '../../background.ts';
import { denyOnce } from '../../intake/deny-once.ts';
import { createRecent } from '../../intake/recent.ts';
import { discordProblem } from '../api/problems/discord-sentence.ts';
import { shardOf } from '../connect/catch-up.ts';
import { connectGateway } from '../connect/connect.ts';
import { createKnownChannels } from '../connect/known-channels.ts';
import { placeBack } from '../connect/place-back.ts';
import { createShardIntake, type ShardIntake } from '../connect/shard-intake.ts';
import { inChannel } from '../connect/waiting-asks.ts';
import { threadName } from '../render/parts.ts';
import type { DiscordSettings } from '../settings.ts';
import { placeIn } from '../thread-keys.ts';
import { createAsks, type LeftAsk } from './ask/asks.ts';
import type { HandleDeps, ListenDeps } from './listen-deps.ts';
import { registerCommands } from './register.ts';

export interface CreateListenDeps extends ListenDeps {
	readonly settings: DiscordSettings;
	readonly rest: REST;
}

/** Authors of more messages are not remembered; one that still waits is seldom older. */
const mostAuthors = 5000;
/** Messages that are being taken in get this long to be stored when we leave; messages that are not are fetched at the next start. */
const graceMs = 1000;

/**
 * Begins to listen to Discord. Resolves when all shards are ready; rejects with `ProblemError` where the token is wrong or the gateway
 * out of reach. Disposing resolves when the connection is closed and what had come in is stored, or left to the next start.
 */
export async function listenToDiscord(deps: CreateListenDeps): Promise<AsyncDisposable> {
	const leaving = new AbortController();
	const signal = AbortSignal.any([deps.signal, leaving.signal]);
	const behind = createBackground(deps.log, signal);
	const handle = await handleDeps({ ...deps, signal }, behind);
	// Read before anything is heard: an ask that is there later is one of this process.
	const intakes = createIntakes(handle, await handle.asks.left(), behind);
	const { settings, rest, clock, log } = deps;
	const opening = (reads: boolean) => {
		handle.self.readsContent = reads;
	};
	const handlers = { dispatch: intakes.dispatch, begun: intakes.begun, lost: handle.interruptions.note, opening };
	const { readsContent } = handle.self;
	const gateway = { token: settings.token, rest, readsContent, handlers, clock, log, signal };
	const close = async (connection?: AsyncDisposable) => {
		intakes.close();
		await behind.settled(graceMs);
		leaving.abort(new Error('The connection to Discord is closing'));
		await Promise.all([connection?.[Symbol.asyncDispose](), behind.settled(graceMs)]);
		await intakes[Symbol.asyncDispose]();
	};
	const connection = await connectGateway(gateway).catch(async (error: unknown) => {
		await close();
		throw error;
	});
	behind.run('Commands cannot be registered', registerCommands(handle));
	return { [Symbol.asyncDispose]: () => close(connection) };
}

async function handleDeps(deps: CreateListenDeps, behind: Background): Promise<HandleDeps> {
	const { id: application, botUser, readsContent } = await whoWeAre(deps);
	const directs = createKnownChannels(deps.records, 'discord-dms');
	const parents = createKnownChannels(deps.records, 'discord-parents');
	const inOrder = createInOrder();
	const accept = denyOnce(deps);
	return {
		...deps,
		directs,
		parents,
		async accept(inbound) {
			const place = placeIn(inbound.thread);
			if (place?.kind === 'dm') await directs.remember(place.channel);
			if (place?.kind === 'thread') await parents.remember(place.parent);
			return await accept(inbound);
		},
		self: { application, botUser, readsContent },
		inOrder,
		inTurn: ({ channel }, work) => inOrder(inChannel(channel), work),
		authors: createRecent(mostAuthors),
		asks: createAsks(deps.records),
		background: behind.run,
		beginThread(place, text) {
			const begun = deps.threads.ensureThread(place, threadName(text), deps.signal);
			behind.run('A thread cannot be begun yet', begun);
		},
	};
}

/** Asks who we are, and whether we may begin sessions: each identification counts, and too many cost the token. */
async function whoWeAre({ application, calls, signal }: CreateListenDeps) {
	try {
		const [self, gateway] = await Promise.all([
			application(signal),
			calls.run<APIGatewayBotInfo>({ method: 'GET', route: Routes.gatewayBot() }, signal),
		]);
		const { remaining, reset_after } = gateway.session_start_limit;
		if (remaining < gateway.shards) throw usedUp(remaining, reset_after);
		return self;
	} catch (error) {
		throw discordProblem('connect to Discord', error);
	}
}

function usedUp(remaining: number, resetAfterMs: number): ProblemError {
	return new ProblemError(
		`Cannot connect to Discord: of the connections that it grants a day ${remaining} are left`,
		`Start again in ${Math.ceil(resetAfterMs / 60_000)} minutes`,
		{ cause: new PlatformAwayError('discord', 'Discord grants no more connections for a while') },
	);
}

interface Intakes extends AsyncDisposable {
	readonly dispatch: (payload: GatewayDispatchPayload, shard: number) => void;
	readonly begun: (shard: number) => void;
	/** Nothing more is taken in. */
	close(): void;
}

/** The shards' intakes: each is made by its first session, which says how many shards there are. */
function createIntakes(handle: HandleDeps, asks: readonly LeftAsk[], behind: Background): Intakes {
	const intakes = new Map<number, { readonly count: number; readonly intake: ShardIntake }>();
	const left = [...asks];
	let isClosed = false;
	const open = (shard: number, count: number) => {
		const known = intakes.get(shard);
		if (known?.count === count) return;
		if (known) behind.run('Newest messages cannot be noted', Promise.resolve(known.intake[Symbol.asyncDispose]()));
		const own = left.filter(({ ask }) => shardOf(ask.channel.guild ?? '0', count) === shard);
		for (const ask of own) left.splice(left.indexOf(ask), 1);
		intakes.set(shard, { count, intake: createShardIntake({ shard, count, handle, asks: own, track: behind.run }) });
	};
	return {
		dispatch(payload, shard) {
			if (isClosed) return;
			handle.places.note(payload);
			const back = placeBack(payload);
			if (back !== undefined) handle.comesBack?.(back);
			if (payload.t === GatewayDispatchEvents.Ready) open(shard, payload.d.shard?.[1] ?? 1);
			intakes.get(shard)?.intake.dispatch(payload);
		},
		begun(shard) {
			if (!isClosed) intakes.get(shard)?.intake.begun();
		},
		close() {
			isClosed = true;
		},
		async [Symbol.asyncDispose]() {
			await Promise.all([...intakes.values()].map(({ intake }) => intake[Symbol.asyncDispose]()));
		},
	};
}
