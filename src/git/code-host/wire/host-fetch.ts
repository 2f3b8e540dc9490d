import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { causesOf, codeOf } from '../../../base/errors.ts';
import { lazy } from '../../../base/lazy.ts';
import { ExchangeError, type ExchangeFailure, type HostAnswer, type HostFetch, type HostRequest } from './exchange.ts';
import { checkAddress, isNamed, lookupPublic } from './near-hosts.ts';

export interface HostFetchOptions {
	/** Hosts that may be at a private address, with or without a port. Default: none. */
	readonly privateHosts?: readonly string[];
	/** Authorities beside those of the system, in PEM. */
	readonly ca?: string | undefined;
	/** ms. Default: ten seconds to connect, half a minute for a whole answer. */
	readonly time?: { readonly connect: number; readonly answer: number };
	/** Bytes of an answer, decoded. Default: 16 MiB. */
	readonly most?: number;
	/** The system's unless given. */
	readonly lookup?: LookupFunction;
}

/** Holds connections: disposing ends them. */
export interface HostConnection extends AsyncDisposable {
	readonly fetch: HostFetch;
}

/** A renamed repository leads on once; its owner may have been renamed, too. */
const mostRedirects = 3;

/**
 * Goes through the proxy that HTTPS_PROXY names unless NO_PROXY excepts the host, or the operator has named it as private, else directly. Nothing is
 * loaded before the first request.
 */
export function connectToHosts(options: HostFetchOptions = {}): HostConnection {
	const { privateHosts = [], most = 16_777_216, time = { connect: 10_000, answer: 30_000 } } = options;
	const agents = openAgents(options, time.connect);

	async function once(request: HostRequest, signal: AbortSignal): Promise<HostAnswer> {
		checkAddress(request.url, privateHosts);
		const { library, near, far } = await agents.get();
		const { method, url, headers, body } = request;
		const response = await library.fetch(url, {
			...{ method, headers, redirect: 'manual', signal },
			dispatcher: isNamed(url, privateHosts) ? near : far,
			...(body !== undefined && { body }),
		});
		return {
			status: response.status,
			headers: Object.fromEntries(response.headers),
			body: await readBody(response.body, most),
		};
	}

	async function follow(request: HostRequest, signal: AbortSignal): Promise<HostAnswer> {
		let now = request;
		for (let hops = 0; hops <= mostRedirects; hops += 1) {
			const answer = await once(now, signal);
			const next = redirectOf(now, answer);
			if (!next) return answer;
			now = { ...now, url: next };
		}
		throw new ExchangeError('led-away');
	}

	return {
		async fetch(request, signal) {
			signal.throwIfAborted();
			const late = AbortSignal.timeout(time.answer);
			try {
				return await follow(request, AbortSignal.any([signal, late]));
			} catch (error) {
				signal.throwIfAborted();
				throw new ExchangeError(late.aborted ? 'too-long' : failureOf(error), { cause: error });
			}
		},
		[Symbol.asyncDispose]: agents.close,
	};
}

type Library = typeof import('undici');

/** Connections to hosts, opened at the first use. */
export function openAgents(options: HostFetchOptions, connectMs: number) {
	const { lookup = systemLookup, ca } = options;
	type Agents = { readonly library: Library; readonly near: Dispatcher; readonly far: Dispatcher };
	async function open(): Promise<Agents> {
		const library = await import('undici');
		const trust = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] };
		const connect = { timeout: connectMs, ...trust };
		const guarded = { ...connect, lookup: lookupPublic(lookup) };
		return {
			library,
			near: new library.Agent({ connect: { ...connect, lookup } }),
			far: new library.EnvHttpProxyAgent({ connect: guarded, requestTls: trust }),
		};
	}
	const opened = lazy(open);
	return {
		get: opened.get,
		async close() {
			const agents = await opened.made();
			await Promise.all([agents?.near.destroy(), agents?.far.destroy()]);
		},
	};
}

const redirects = [301, 302, 303, 307, 308];

/** Where an answer leads on: on the same host, and with the same method. Throws where it leads away. Pure. */
function redirectOf({ method, url }: HostRequest, { status, headers }: HostAnswer): URL | undefined {
	if (!redirects.includes(status)) return undefined;
	const next = URL.parse(headers['location'] ?? '', url.href);
	const keepsMethod = method === 'GET' || status >= 307;
	if (!next || next.origin !== url.origin || !keepsMethod) throw new ExchangeError('led-away');
	return next;
}

async function readBody(body: AsyncIterable<Uint8Array> | null, most: number): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body ?? []) {
		size += chunk.byteLength;
		if (size > most) throw new ExchangeError('too-large');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

/** Codes of OpenSSL's for a certificate that will not do. */
const certificateCodes = /CERT|ALTNAME|SIGNATURE|SELF_SIGNED|ISSUER/;

/** Why no answer came. Pure. */
export function failureOf(error: unknown): ExchangeFailure {
	const causes = causesOf(error);
	const own = causes.find((cause) => cause instanceof ExchangeError);
	if (own) return own.failure;
	return causes.some((cause) => certificateCodes.test(codeOf(cause) ?? '')) ? 'untrusted' : 'unreachable';
}
