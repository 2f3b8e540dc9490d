import { oneLine } from '../../../base/text/cut-text.ts';
import { shorten } from '../../../base/text/shorten.ts';
import { sanitise } from '../../../sandbox/guest/sanitise.ts';
import type { HostRefusal } from '../code-host.ts';
import type { ExchangeError, ExchangeFailure, HostAnswer } from './exchange.ts';
import type { Target } from './target.ts';

/** Something that a code host said no to, or did not answer: `refusal` is what people are told. */
export class HostProblem extends Error {
	override readonly name = 'HostProblem';
	readonly refusal: HostRefusal;
	readonly status: number | undefined;

	constructor(refusal: HostRefusal, options?: ErrorOptions & { readonly status?: number }) {
		super(refusal.why, options);
		this.refusal = refusal;
		this.status = options?.status;
	}
}

/** Whom it is about, and when it is. */
export interface Asked {
	readonly target: Target;
	/** ms since the epoch. */
	readonly now: number;
}

const minute = 60_000;
/** A host is asked again within a day, however long it says, ms. */
const longestWait = 24 * 60 * minute;

/** A sentence for an answer that is none to what was asked. Pure. */
export function refusalOf(answer: HostAnswer, asked: Asked): HostRefusal {
	const { host } = asked.target;
	const path = pathOf(asked.target);
	const { status } = answer;
	if (isLimit(answer))
		return later(`${host} takes no more requests of ours for now.`, againAt(answer, asked.now), asked.now);
	if (status === 401)
		return {
			kind: 'refused',
			why: `${host} does not take the credential of ${path}: it was revoked, or has expired. An admin has to give another one.`,
		};
	if (status === 403)
		return { kind: 'refused', why: `${host} does not let the credential of ${path} do that${saidBy(answer)}.` };
	if (status === 404 || status === 410)
		return { kind: 'refused', why: `${host} has no ${path}, or does not show it to this credential.`, gone: true };
	if (status === 423)
		return { kind: 'refused', why: `${path} at ${host} is archived: nothing can be changed in it.`, gone: true };
	if (status === 451) return { kind: 'refused', why: `${host} has blocked ${path} for legal reasons.`, gone: true };
	if (status >= 500)
		return later(`${host} is out of order: it answered ${status}.`, againAt(answer, asked.now), asked.now);
	return { kind: 'refused', why: `${host} refused that for ${path} with ${status}${saidBy(answer)}.`, gone: true };
}

function pathOf({ owner, name }: Target): string {
	return `${owner}/${name}`;
}

function later(why: string, again: number, now: number): HostRefusal {
	return { kind: 'refused', why, againAt: Math.min(Math.max(again, now), now + longestWait) };
}

/** Source: docs.github.com "Rate limits for the REST API": both kinds come as 403 or 429, with a time or without one. */
function isLimit({ status, headers, body }: HostAnswer): boolean {
	if (status === 429) return true;
	if (status !== 403) return false;
	if (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0') return true;
	return /rate limit|abuse detection/i.test(body.slice(0, 2_000));
}

/** Without a time, a minute is what GitHub asks for. */
function againAt({ headers }: HostAnswer, now: number): number {
	const wait = headers['retry-after'] ?? '';
	const seconds = /^\d{1,9}$/.test(wait) ? now + Number(wait) * 1_000 : Date.parse(wait);
	if (Number.isFinite(seconds)) return seconds;
	const reset = Number(headers['x-ratelimit-reset']);
	return headers['x-ratelimit-remaining'] === '0' && reset > 0 ? reset * 1_000 : now + minute;
}

/** The host's own words, if it said them as hosts do. */
function saidBy({ body }: HostAnswer): string {
	const said = messageIn(body);
	return said === '' ? '' : `: "${said}"`;
}

/** The message of an error, with those of its parts; harmless, on one line. Pure. */
export function messageIn(body: string): string {
	if (!body.trimStart().startsWith('{')) return '';
	try {
		const error: unknown = JSON.parse(body.slice(0, 200_000));
		return shorten(oneLine(sanitise(wordsOf(error))), 300)
			.replaceAll('"', "'")
			.replace(/\.$/, '');
	} catch {
		return '';
	}
}

function wordsOf(error: unknown): string {
	if (typeof error !== 'object' || error === null) return typeof error === 'string' ? error : '';
	const message: unknown = Reflect.get(error, 'message');
	const errors: unknown = Reflect.get(error, 'errors');
	const parts = Array.isArray(errors) ? errors.slice(0, 5).map(wordsOf) : [];
	return [typeof message === 'string' ? message : '', ...parts].filter(Boolean).join(': ');
}

const failures: Readonly<Record<ExchangeFailure, string>> = {
	unreachable: 'cannot be reached',
	untrusted: 'shows a certificate that nobody here knows: the operator can name its authority in GIT_CA_FILE',
	private: 'is at a private address: the operator has to name it in GIT_PRIVATE_HOSTS',
	'too-long': 'did not answer in time',
	'too-large': 'answered with more than is read',
	'led-away': 'led to another place, where the credential is not sent',
};

/** A sentence for what brought no whole answer. Pure. */
export function refusalOfExchange({ failure }: ExchangeError, { target, now }: Asked): HostRefusal {
	const why = `${target.host} ${failures[failure]}.`;
	if (failure === 'private' || failure === 'led-away') return { kind: 'refused', why };
	return later(why, now + minute, now);
}

/** A sentence for an answer that is no data of this API: a page, or of other types. Pure. */
export function strangeAnswer({ target, now }: Asked, what: string): HostRefusal {
	return later(`${target.host} answered with something that its API does not say (${what}).`, now + minute, now);
}

/** The answer of a piece of work, or why it could not be done. Rejects with the signal's reason, and as the work does where it is broken. */
export async function settled<T>(work: Promise<T>, signal: AbortSignal): Promise<T | HostRefusal> {
	try {
		return await work;
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof HostProblem) return error.refusal;
		throw error;
	}
}
