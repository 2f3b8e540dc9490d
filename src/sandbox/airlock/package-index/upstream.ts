import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { codeOf } from '../../../base/errors.ts';
import { Denied } from './denied.ts';
import type { DoorLimits } from './door-limits.ts';
import { linkedUrl } from './linked-url.ts';
import { checkHost, lookupPublic } from './public-address.ts';

export interface UpstreamAnswer {
	readonly status: number;
	/** Where it came from in the end. */
	readonly url: URL;
	readonly type: string;
	/** Empty unless the status is 200. Undecoded: compression was not asked for. Throws `Denied` when it stops; leaving it ends the connection. */
	readonly body: AsyncIterable<Uint8Array>;
}

/** A request's purpose, in words ("the page of humanize"), and the types that will do. */
export interface Ask {
	readonly what: string;
	readonly accept: string;
}

/** The index, and the hosts that it names. */
export interface Upstream {
	/** Where something below the index's address is, without credentials. `path`: encoded already, without a leading slash. */
	at(path: string): URL;
	/** Rejects with `Denied` when nothing can be had from there, and with the signal's reason. */
	get(url: URL, ask: Ask, signal: AbortSignal): Promise<UpstreamAnswer>;
}

export interface UpstreamOptions {
	/** Its URL; may hold credentials. */
	readonly index: string;
	readonly time: DoorLimits['time'];
	/** The system's unless given. */
	readonly lookup?: LookupFunction;
}

/** https://fetch.spec.whatwg.org/ allows twenty; an index needs one or two */
const mostRedirects = 5;
const idleMs = 4_000;
/** Bytes. */
const mostUnread = 65_536;

/**
 * Goes through the proxy that HTTPS_PROXY or HTTP_PROXY names unless NO_PROXY excepts the host, else directly. The index's own origin
 * may be anywhere; every other host, redirected to or linked to, must be public, or, where a page links to it, stand at the index's own
 * address and port; it is looked up when it is connected to.
 */
export function createUpstream({ index, time, lookup = systemLookup }: UpstreamOptions): Upstream {
	const { base, authorization } = readIndex(index);
	const idle = { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs };
	const own = new EnvHttpProxyAgent({ ...idle, connect: { timeout: time.connect } });
	const guarded = (near?: string) => ({ timeout: time.connect, lookup: lookupPublic(lookup, near) });
	const others = new EnvHttpProxyAgent({ ...idle, connect: guarded() });
	const neighbours = new EnvHttpProxyAgent({ ...idle, connect: guarded(base.hostname) });

	async function once(url: URL, { accept, linked }: Hop, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
		const isOwn = url.origin === base.origin;
		if (!isOwn) checkHost(url);
		const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'threadsmith' };
		const isNear = linked && url.protocol === base.protocol && url.port === base.port;
		return request(url, {
			dispatcher: isOwn ? own : isNear ? neighbours : others,
			headers: isOwn && authorization ? { ...headers, authorization } : headers,
			headersTimeout: time.headers,
			bodyTimeout: time.chunk,
			signal,
		});
	}

	async function follow(first: URL, { accept }: Ask, signal: AbortSignal): Promise<UpstreamAnswer> {
		let url = first;
		for (let hops = 0; hops <= mostRedirects; hops++) {
			const response = await once(url, { accept, linked: hops === 0 }, signal);
			// Nobody reads what comes with other answers; a body that nobody reads keeps its connection.
			if (response.statusCode !== 200) void response.body.dump({ limit: mostUnread, signal }).catch(() => undefined);
			const location = locationOf(response);
			if (location === undefined) return answerOf(url, response);
			url = linkedUrl(location, url) ?? fail('the index redirected to an address that is not http or https');
		}
		return fail('the index redirected too often');
	}

	return {
		at: (path) => new URL(`${base.pathname}${path}`, base),
		async get(url, ask, signal) {
			try {
				const answer = await follow(url, ask, signal);
				return { ...answer, body: untilDenied(answer.body, ask.what, signal) };
			} catch (error) {
				signal.throwIfAborted();
				throw asDenied(error, ask.what);
			}
		},
	};
}

interface Hop {
	readonly accept: string;
	/** A page names it; a redirect does not count. */
	readonly linked: boolean;
}

function readIndex(index: string): { readonly base: URL; readonly authorization: string | undefined } {
	const base = new URL(index);
	const user = `${decodeURIComponent(base.username)}:${decodeURIComponent(base.password)}`;
	Object.assign(base, { username: '', password: '', search: '', hash: '' });
	base.pathname = base.pathname.replace(/\/*$/, '/');
	return { base, authorization: user === ':' ? undefined : `Basic ${Buffer.from(user).toString('base64')}` };
}

function locationOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
	if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
	return [headers['location']].flat()[0];
}

function answerOf(url: URL, { statusCode, headers, body }: Dispatcher.ResponseData): UpstreamAnswer {
	const type = [headers['content-type']].flat()[0] ?? '';
	return { status: statusCode, url, type: type.toLowerCase(), body: statusCode === 200 ? body : nothing() };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* untilDenied(
	body: AsyncIterable<Uint8Array>,
	what: string,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	try {
		yield* body;
	} catch (error) {
		signal.throwIfAborted();
		throw asDenied(error, what);
	}
}

function asDenied(error: unknown, what: string): Denied {
	const { status, message } = failureOf(error);
	return new Denied(`${message} (asked for ${what})`, { status, cause: error });
}

function failureOf(error: unknown): Pick<Denied, 'status' | 'message'> {
	if (error instanceof Denied) return error;
	const code = codeOf(error) ?? 'unknown reason';
	if (/TIMEOUT|ETIMEDOUT/.test(code)) return { status: 504, message: 'the index did not answer in time' };
	if (code === 'UND_ERR_SOCKET') return { status: 502, message: 'the index ended the connection early' };
	return { status: 502, message: `the index cannot be reached: ${code}` };
}

function fail(line: string): never {
	throw new Denied(line, { status: 502 });
}
