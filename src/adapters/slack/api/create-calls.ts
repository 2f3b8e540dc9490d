import type { WebClient } from '@slack/web-api';
import { type Clock, sleep } from '../../../base/clock.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { createInFlight } from '../../in-flight.ts';
import { type Calls, LostResponseError, type SlackRequest } from './calls.ts';
import type { Gate, Turn } from './gate.ts';
import { createGates } from './gates.ts';
import { failureOf } from './problems/failures.ts';
import { createWebClients, type WebClientsDeps } from './web-clients.ts';

export interface CallsDeps extends WebClientsDeps {
	readonly clock: Clock;
}

/**
 * `Calls` that end: disposing takes no more requests, and resolves when those there are have ended; what still waits for its turn after
 * 1.5 seconds rejects, unsent, and what Slack has not answered by then is lost.
 */
export interface OpenCalls extends Calls, AsyncDisposable {}

/** The outcome of sending a request once. */
type Try<T> =
	| { readonly kind: 'done'; readonly value: T }
	| { readonly kind: 'limited'; readonly ms: number }
	| { readonly kind: 'unsent' | 'lost'; readonly error: unknown };

/** How often a request is sent that has failed on the way. */
const maxTries = 5;
/** The first pause between tries; each further one is twice as long. */
const firstPauseMs = 500;

/** Requests of one thread and kind start in the order in which they were made; one that Slack refused for its limit keeps its place. */
export function createCalls(deps: CallsDeps): OpenCalls {
	const { clock, log } = deps;
	const clientOf = createWebClients(deps);
	const gatesOf = createGates(clock);
	const inFlight = createInFlight({ platform: 'Slack', clock });
	let tickets = 0;

	const inTurn = async <T>(request: SlackRequest<T>, turn: Turn, signal: AbortSignal): Promise<Try<T>> => {
		const gates = gatesOf(request);
		for (;;) {
			for (const gate of gates) await gate.pass(turn, signal);
			const sending = async () =>
				await sendOnce(request, await clientOf(request.team), { signal, closed: inFlight.closed });
			const tried = await through(gates, sending);
			if (tried.kind !== 'limited') return tried;
			log.info('Slack limits a method', { method: request.method, ms: tried.ms });
		}
	};
	const repeated = async <T>(request: SlackRequest<T>, signal: AbortSignal): Promise<T> => {
		tickets += 1;
		const turn = { ticket: tickets, urgency: request.urgency, thread: request.thread };
		for (let tries = 1; ; tries += 1) {
			const tried = await inTurn(request, turn, signal);
			if (tried.kind === 'done') return tried.value;
			if (tries === maxTries || !mayRepeat(request, tried)) throw lost(request, tried);
			await sleep(clock, firstPauseMs * 2 ** (tries - 1), signal);
		}
	};

	return {
		run: (request, signal) => inFlight.run(request.method, (until) => repeated(request, until), signal),
		[Symbol.asyncDispose]: inFlight[Symbol.asyncDispose],
	};
}

/** Has the gates know what came of what they have let through. */
async function through<T>(gates: readonly [Gate, ...Gate[]], sending: () => Promise<Try<T>>): Promise<Try<T>> {
	try {
		const tried = await sending();
		if (tried.kind === 'limited') gates[0].pause(tried.ms);
		return tried;
	} finally {
		for (const gate of gates) gate.answered();
	}
}

function mayRepeat({ repeat }: SlackRequest<unknown>, { kind }: Try<unknown>): boolean {
	return repeat === 'safe' || kind === 'unsent';
}

function lost({ method }: SlackRequest<unknown>, tried: Try<unknown>): LostResponseError {
	return new LostResponseError(method, 'error' in tried ? { cause: tried.error } : {});
}

interface Until {
	readonly signal: AbortSignal;
	readonly closed: AbortSignal;
}

/** Rejects with what Slack refused, or with the signal's reason. */
async function sendOnce<T>(request: SlackRequest<T>, client: WebClient, until: Until): Promise<Try<T>> {
	try {
		return { kind: 'done', value: await send(request, client, until) };
	} catch (error) {
		if (request.repeat === 'never' && error === until.closed.reason) return { kind: 'lost', error };
		const failure = failureOf(error);
		if (failure.kind === 'refused') throw error;
		return failure.kind === 'limited' ? failure : { kind: failure.kind, error };
	}
}

/** A request that may be repeated need not be waited for; any other one is, until the connection is closed. */
function send<T>({ send, repeat }: SlackRequest<T>, client: WebClient, { signal, closed }: Until): Promise<T> {
	return raceAbort(send(client), repeat === 'never' ? closed : signal);
}
