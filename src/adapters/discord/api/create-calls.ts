import { DiscordAPIError, HTTPError, RateLimitError, type REST, type RequestMethod } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { type Clock, sleep } from '../../../base/clock.ts';
import { ProblemError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { createInFlight } from '../../in-flight.ts';
import type { Calls, DiscordRequest } from './calls.ts';
import { createBadToken } from './problems/bad-token.ts';
import { isGate } from './problems/refusal.ts';
import { withoutToken } from './send.ts';

export interface CallsDeps {
	readonly rest: REST;
	/** The bot's. */
	readonly token: string;
	readonly clock: Clock;
	readonly log: Logger;
}

/** How often a request is sent that has failed on the way. */
const maxTries = 5;
/** The first pause between tries; each further one is twice as long. */
const firstPauseMs = 500;

/**
 * Disposing takes no more requests, and resolves when those there are have ended; what is not done after 1.5 seconds rejects. After
 * Discord has refused the token, all reject with the same `ProblemError`, unsent, until it takes it again: that is asked once a minute.
 */
export function createCalls({ rest, token, clock, log }: CallsDeps): Calls {
	const inFlight = createInFlight({ platform: 'Discord', clock });

	const sendNow = async <T>(request: DiscordRequest, signal: AbortSignal): Promise<T> => {
		try {
			return await raceAbort(send<T>(rest, request, signal), signal);
		} catch (error) {
			signal.throwIfAborted();
			withoutSecrets(error);
			if (hasLostToken(error)) rest.setToken(token);
			throw error;
		}
	};
	const ask = (signal: AbortSignal) => sendNow({ method: 'GET', route: Routes.user() }, signal);
	const badToken = createBadToken({ ask, clock, log });
	const sendOnce = async <T>(request: DiscordRequest, signal: AbortSignal): Promise<T> => {
		if (needsToken(request)) await badToken.admit(signal);
		try {
			return await sendNow<T>(request, signal);
		} catch (error) {
			throw needsToken(request) && isBadToken(error) ? badToken.refused(error) : error;
		}
	};
	const repeated = async <T>(request: DiscordRequest, signal: AbortSignal): Promise<T> => {
		for (let tries = 1; ; tries += 1) {
			try {
				return await sendOnce<T>(request, signal);
			} catch (error) {
				if (signal.aborted || tries === maxTries || !mayPass(error)) throw error;
				log.debug('A request to Discord is sent again', {
					method: request.method,
					route: withoutToken(request.route),
					err: error,
				});
			}
			await sleep(clock, firstPauseMs * 2 ** (tries - 1), signal);
		}
	};

	return {
		run<T>(request: DiscordRequest, signal: AbortSignal): Promise<T> {
			const name = `${request.method} ${withoutToken(request.route)}`;
			return inFlight.run(name, (until) => repeated<T>(request, until), signal);
		},
		[Symbol.asyncDispose]: inFlight[Symbol.asyncDispose],
	};
}

function send<T>(rest: REST, request: DiscordRequest, signal: AbortSignal): Promise<T> {
	const { method, route, query, body, files } = request;
	const sent = rest.request({
		method: method as RequestMethod,
		fullRoute: route,
		auth: needsToken(request),
		signal,
		...(query !== undefined && { query }),
		...(body !== undefined && { body }),
		...(files !== undefined && { files: [...files] }),
	});
	return sent as Promise<T>;
}

/** An interaction's own token is in its route; with the bot's besides, a refusal of the one would count against the other. */
function needsToken({ route }: DiscordRequest): boolean {
	return !/^\/(webhooks|interactions)\//.test(route);
}

/** Whether the same request may succeed in a moment. */
function mayPass(error: unknown): boolean {
	if (error instanceof DiscordAPIError || error instanceof RateLimitError || error instanceof ProblemError)
		return false;
	if (error instanceof HTTPError) return error.status >= 500;
	// The rest is the network, or an answer that was cut.
	return true;
}

/** A gate in between may have a word of its own for 401. */
function isBadToken(error: unknown): boolean {
	return error instanceof DiscordAPIError && error.status === 401 && !isGate(error);
}

/** @discordjs/rest forgets a token that was refused, whoever refused it, and then misses it. */
function hasLostToken(error: unknown): boolean {
	if (error instanceof DiscordAPIError) return error.status === 401;
	return error instanceof Error && error.message.startsWith('Expected token to be set');
}

/** Errors get into the log with all that they hold: what people wrote, and an interaction's token. */
function withoutSecrets(error: unknown): void {
	if (!(error instanceof DiscordAPIError || error instanceof HTTPError)) return;
	error.url = withoutToken(error.url);
	error.requestBody = { files: undefined, json: undefined };
}
