import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { InvalidCounter } from './problems/invalid-requests.ts';

export interface SendDeps {
	readonly invalid: InvalidCounter;
	readonly clock: Clock;
	readonly log: Logger;
}

/** A request as @discordjs/rest hands it over; of `fetch`'s own types, but for one that it takes from another copy of undici. */
export interface SendInit {
	readonly method?: string;
	readonly body?: unknown;
	readonly headers?: unknown;
	readonly signal?: AbortSignal | null;
}

/** How long a request may take, its answer's body included. Uploads: 25 MiB at half a megabit. */
const limitMs = 15_000;
const uploadLimitMs = 6 * 60_000;
/** After a limit that names no time, as Cloudflare's may be: without one @discordjs/rest would ask again at once. */
const defaultWaitSeconds = 5;
/** Waiting for longer than this is worth a line in the log. */
const longWaitSeconds = 5;
/** Statuses of answers without a body: https://fetch.spec.whatwg.org/#null-body-status */
const bodiless = [101, 103, 204, 205, 304];

/** Sends one request by the global `fetch`, and reads the whole answer, within a limit of time. */
export function createSend({ invalid, clock, log }: SendDeps): (url: string, init: SendInit) => Promise<Response> {
	return async (url, init) => {
		invalid.admit();
		const answer = await sendWithin(init.body instanceof FormData ? uploadLimitMs : limitMs, clock, url, init);
		invalid.note(answer.status, answer.headers);
		if (answer.status === 429) logLimit(log, url, init, answer.headers);
		return answer;
	};
}

async function sendWithin(ms: number, clock: Clock, url: string, init: SendInit): Promise<Response> {
	const late = new AbortController();
	const callOff = clock.after(ms, () =>
		late.abort(new DOMException('Discord has not answered in time', 'TimeoutError')),
	);
	try {
		const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
		const answer = await fetch(url, { ...(init as RequestInit), signal, redirect: 'error' });
		return await readWhole(answer);
	} finally {
		callOff();
	}
}

/** An answer with its body in memory: all of them are small, and one that stalls midway is late too. */
async function readWhole(answer: Response): Promise<Response> {
	const { status, statusText } = answer;
	const body = await answer.arrayBuffer();
	const headers = new Headers(answer.headers);
	// `fetch` has unpacked it.
	headers.delete('content-encoding');
	headers.delete('content-length');
	if (status === 429 && !headers.has('retry-after')) headers.set('retry-after', String(defaultWaitSeconds));
	return new Response(bodiless.includes(status) ? null : body, { status, statusText, headers });
}

function logLimit(log: Logger, url: string, { method = 'GET' }: SendInit, headers: Headers): void {
	const seconds = Number(headers.get('retry-after'));
	const fields = { method, route: withoutToken(url), seconds, scope: headers.get('x-ratelimit-scope') ?? 'unknown' };
	if (seconds >= longWaitSeconds) log.warn('Discord limits requests', fields);
	else log.debug('Discord limits requests', fields);
}

/** A request's path, without the token that an interaction's has in it. Pure. */
export function withoutToken(url: string): string {
	const { pathname } = new URL(url, 'http://localhost');
	return pathname.replace(/\/(webhooks|interactions)\/(\d+)\/[^/]+/, '/$1/$2/…');
}
