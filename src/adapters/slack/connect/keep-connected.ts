import type { SocketModeClient } from '@slack/socket-mode';
import { type Clock, sleep } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import type { Interruptions } from '../../intake/interruptions.ts';
import { failureOf } from '../api/problems/failures.ts';
import { type IsThere, restUntilBack } from './rest-until-back.ts';

export interface KeepConnectedDeps {
	/** Must not reconnect by itself. */
	readonly client: Pick<SocketModeClient, 'start' | 'disconnect' | 'once' | 'off'>;
	readonly interruptions: Interruptions;
	readonly isThere: IsThere;
	readonly clock: Clock;
	readonly log: Logger;
}

/** A connection that is made anew whenever it ends. Disposing ends it, and resolves when it is closed. */
export interface Connection extends AsyncDisposable {
	/** Resolves once it is connected for the first time. Rejects when that fails at first, but for a limit; it is tried again all the same. */
	readonly connected: Promise<void>;
}

/** Pauses between tries that fail, milliseconds: twice as long each time. */
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** How long Slack has for its hello, and for saying good-bye. */
const helloMs = 20_000;
const goodbyeMs = 1000;

/**
 * The package's own reconnecting leaves a hole of five seconds each time, ends for good at the first request that fails, and then takes
 * the process along with an unhandled rejection.
 */
export function keepConnected({ client, interruptions, isThere, clock, log }: KeepConnectedDeps): Connection {
	const leaving = new AbortController();
	const first = Promise.withResolvers<void>();
	first.promise.catch(() => undefined);

	const run = async () => {
		for (let failures = 0; !leaving.signal.aborted; ) {
			const ended = Promise.withResolvers<void>();
			const onEnd = () => ended.resolve();
			client.once('disconnected', onEnd);
			try {
				await startWithin(helloMs);
				if (failures > 0) interruptions.note();
				failures = 0;
				first.resolve();
				// One that was still on its way when we began to leave has missed the good-bye.
				await (leaving.signal.aborted ? client.disconnect() : ended.promise);
				log.info('Slack socket has ended', { leaving: leaving.signal.aborted });
			} catch (error) {
				client.off('disconnected', onEnd);
				failures += 1;
				interruptions.note();
				await rest(error, failures);
			}
		}
	};
	/** Before the next try; a limit names its end, and any other pause ends when Slack comes back. */
	const rest = async (error: unknown, failures: number) => {
		const failure = failureOf(error);
		const isLimit = failure.kind === 'limited';
		if (!isLimit) first.reject(error);
		if (leaving.signal.aborted) return;
		log.warn('Slack socket cannot connect', { err: error, failures });
		const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
		const resting = isLimit
			? sleep(clock, failure.ms, leaving.signal)
			: restUntilBack(pauseMs, failure.kind !== 'refused', { clock, isThere }, leaving.signal);
		await resting.catch(() => undefined);
	};
	const startWithin = async (ms: number) => {
		const callOff = clock.after(ms, () => void client.disconnect());
		const starting = client.start().catch((error: unknown) => {
			throw error ?? new Error('Slack closed the socket before it was ready');
		});
		// When we leave a request that hangs is not waited for; what comes of it late is closed.
		await raceAbort(starting, leaving.signal)
			.catch((error: unknown) => {
				if (leaving.signal.aborted) void starting.then(() => client.disconnect()).catch(() => undefined);
				throw error;
			})
			.finally(callOff);
	};

	const running = run();
	return {
		connected: first.promise,
		async [Symbol.asyncDispose]() {
			leaving.abort(new Error('The connection to Slack is closing'));
			first.reject(leaving.signal.reason);
			void client.disconnect();
			// Whoever does not say good-bye in time is hung up on: a second call closes at once.
			const hangUp = setInterval(() => void client.disconnect(), goodbyeMs);
			await running;
			clearInterval(hangUp);
		},
	};
}
