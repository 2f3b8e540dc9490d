import type { REST } from '@discordjs/rest';
import type { Client } from 'discord.js';
import { GatewayCloseCodes, type GatewayDispatchPayload } from 'discord-api-types/v10';
import { type Clock, raceClock } from '../../../base/clock.ts';
import { messageOf, PlatformAwayError, ProblemError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { createClient } from './create-client.ts';

/** Told of whatever the gateway tells. None may throw. */
export interface GatewayHandlers {
	/** An event, in the order of its shard's. */
	dispatch(payload: GatewayDispatchPayload, shard: number): void;
	/** A new session of a shard has begun, and its guilds have been told of: what happened before is not told again. */
	begun(shard: number): void;
	/** A connection is lost, or could not be made anew. */
	lost(): void;
	/** A connection is tried that gives us the words of messages which do not name us, or does not. */
	opening(readsContent: boolean): void;
}

export interface ConnectDeps {
	readonly token: string;
	readonly rest: REST;
	/** Discord gives us the words of messages that do not name us. */
	readonly readsContent: boolean;
	readonly handlers: GatewayHandlers;
	readonly clock: Clock;
	readonly log: Logger;
	/** Calls off what is still being connected. */
	readonly signal: AbortSignal;
}

/** The gateway has refused us, and does so again until something is changed. */
class RefusedError extends Error {
	override readonly name = 'RefusedError';
	readonly code: number;

	constructor(code: number) {
		super(`Discord's gateway closed with code ${code}`);
		this.code = code;
	}
}

interface Open extends AsyncDisposable {
	/** Settles when the gateway refuses us for good. */
	readonly refused: Promise<number>;
}

/** How long the first connection may take, milliseconds: Discord lets one shard in five seconds identify at least. */
const openMs = 60_000;
/** Whoever ends the process gives it 10 s for all that it has to close: https://docs.docker.com/reference/cli/docker/container/stop/ */
const goodbyeMs = 1500;
/** Pauses before a gateway that has refused us is tried again. */
const firstPauseMs = 30_000;
const longestPauseMs = 600_000;

/**
 * Connects to the gateway, with as many shards as Discord asks for, all of them in this process: one process runs the turns of a data
 * folder, so discord.js's ShardingManager, which makes processes, is of no use. Resolves when all shards are ready; rejects with
 * `ProblemError`. From then on it is connected again whatever happens, even where Discord refuses until somebody has mended that.
 * Disposing resolves when it is closed.
 */
export async function connectGateway(given: ConnectDeps): Promise<AsyncDisposable> {
	const leaving = new AbortController();
	const deps = { ...given, signal: AbortSignal.any([given.signal, leaving.signal]) };
	return keepOpen(await openWithin(deps), deps, leaving);
}

/** A connection that was refused stays until another one is tried: its other shards may still be there. */
type State =
	| { readonly kind: 'open'; readonly connection: Open }
	| { readonly kind: 'waiting'; readonly connection: Open | undefined; readonly callOff: () => void }
	| { readonly kind: 'reopening'; readonly done: Promise<void> };

function keepOpen(first: Open, deps: ConnectDeps, leaving: AbortController): AsyncDisposable {
	const { clock, log } = deps;
	let state: State;
	const open = (connection: Open) => {
		state = { kind: 'open', connection };
		void connection.refused.then((code) => {
			if (leaving.signal.aborted) return;
			log.error('Discord refuses the connection', { code, reason: reasonFor(code) });
			wait(connection, firstPauseMs);
		});
	};
	const wait = (connection: Open | undefined, pauseMs: number) => {
		const callOff = clock.after(pauseMs, () => {
			state = { kind: 'reopening', done: reopen(connection, Math.min(longestPauseMs, pauseMs * 2)) };
		});
		state = { kind: 'waiting', connection, callOff };
	};
	const reopen = async (refused: Open | undefined, nextPauseMs: number): Promise<void> => {
		await refused?.[Symbol.asyncDispose]();
		if (leaving.signal.aborted) return;
		try {
			open(await openWithin(deps));
			log.info('Discord is connected again');
		} catch (error) {
			log.warn('Discord cannot be connected again', { err: error });
			if (!leaving.signal.aborted) wait(undefined, nextPauseMs);
		}
	};
	const current = () => state;
	open(first);

	return {
		async [Symbol.asyncDispose]() {
			leaving.abort(new Error('The connection to Discord is closing'));
			const before = current();
			if (before.kind === 'waiting') before.callOff();
			if (before.kind === 'reopening') await before.done;
			const last = current();
			if (last.kind !== 'reopening') await last.connection?.[Symbol.asyncDispose]();
		},
	};
}

/** The portal's switch may have been turned off since it was asked: then it is tried once more without the words. */
async function openWithin(deps: ConnectDeps): Promise<Open> {
	try {
		return await open(deps, deps.readsContent);
	} catch (error) {
		const noContent = error instanceof RefusedError && error.code === GatewayCloseCodes.DisallowedIntents;
		if (!noContent || !deps.readsContent) throw problemOf(error);
		deps.log.warn(
			'Discord refuses the intent for message content: I read only what names me. Turn it on in the developer portal',
		);
		return await open(deps, false).catch((again: unknown) => Promise.reject(problemOf(again)));
	}
}

async function open(deps: ConnectDeps, readsContent: boolean): Promise<Open> {
	const { token, clock, handlers, log, signal } = deps;
	signal.throwIfAborted();
	handlers.opening(readsContent);
	const client = await createClient({ ...deps, readsContent });
	const ready = Promise.withResolvers<void>();
	const refused = Promise.withResolvers<number>();
	const fail = (error: unknown) => ready.reject(error);

	client.on('raw', (payload: GatewayDispatchPayload, shard: number) => handlers.dispatch(payload, shard));
	client.on('shardReady', (shard) => handlers.begun(shard));
	client.once('clientReady', () => ready.resolve());
	client.on('shardReconnecting', () => handlers.lost());
	client.on('shardDisconnect', ({ code }) => {
		handlers.lost();
		fail(new RefusedError(code));
		refused.resolve(code);
	});
	const callOff = clock.after(openMs, () => fail(new Error('it has not answered in time')));
	client.login(token).catch((error: unknown) => setImmediate(fail, error));
	try {
		await raceAbort(ready.promise, signal);
	} catch (error) {
		await close(client, clock);
		throw error;
	} finally {
		callOff();
	}
	log.info('Discord is connected', { shards: client.ws.shards.size, readsContent });
	return { refused: refused.promise, [Symbol.asyncDispose]: () => close(client, clock) };
}

/** Resolves when it is closed, or has not been for a while. */
async function close(client: Client, clock: Clock): Promise<void> {
	await raceClock(clock, client.destroy(), goodbyeMs);
}

const reasons: Readonly<Record<number, readonly [why: string, mend: string]>> = {
	[GatewayCloseCodes.AuthenticationFailed]: ['the token is wrong', 'Set DISCORD_TOKEN to the token of the bot'],
	[GatewayCloseCodes.InvalidShard]: ['it does not take this shard', 'Start again'],
	[GatewayCloseCodes.ShardingRequired]: ['the bot is in too many servers for one connection', 'Start again'],
	[GatewayCloseCodes.InvalidAPIVersion]: ['it does not speak this version', 'Install a newer Threadsmith'],
	[GatewayCloseCodes.InvalidIntents]: ['it does not know what we ask for', 'Install a newer Threadsmith'],
	[GatewayCloseCodes.DisallowedIntents]: [
		'the bot may not have what it asks for',
		'Turn on "Message Content Intent" in the developer portal, under Bot',
	],
};

function reasonFor(code: number): string {
	return reasons[code]?.[0] ?? `it closed with code ${code}`;
}

function problemOf(error: unknown): ProblemError {
	if (error instanceof ProblemError) return error;
	const action = "Cannot connect to Discord's gateway";
	const [why, mend] = (error instanceof RefusedError && reasons[error.code]) || [];
	if (why !== undefined && mend !== undefined) return new ProblemError(`${action}: ${why}`, mend, { cause: error });
	const reason = error instanceof RefusedError ? reasonFor(error.code) : messageOf(error);
	return new ProblemError(`${action}: ${reason}`, 'Check the network, and DISCORD_API_URL where it is set', {
		cause: new PlatformAwayError('discord', reason, { cause: error }),
	});
}
