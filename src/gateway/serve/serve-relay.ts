import { type IncomingHttpHeaders, performServerHandshake, type ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { messageOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { ServedGateway } from '../gateway.ts';
import { type Answering, type Asked, textsOf } from './asked.ts';

export interface ServeRelayOptions {
	/** The relay's standard input and output. Destroyed in the end. */
	readonly stream: Duplex;
	/** Answers a request. A rejection breaks its answer off. */
	readonly answer: (asked: Asked, answering: Answering) => Promise<void>;
	readonly log: Logger;
}

/** Bytes of a body that may be on their way. */
const window = 256 * 1024;
/** Whoever is inside may speak to the relay while it is there: what that can cost us at once is bounded. */
const limits = {
	settings: { maxConcurrentStreams: 64, maxHeaderListSize: 16 * 1024, enablePush: false, initialWindowSize: window },
	/** Megabytes. */
	maxSessionMemory: 64,
	maxHeaderListPairs: 48,
} as const;
/** Requests within a minute, good or bad: an agent that works makes some dozens. */
const mostAMinute = 3_000;

/**
 * Serves HTTP/2 on the standard streams of a relay in a sandbox, for as long as it lives: every request is answered by `answer`, but for the
 * relay's own `POST /ready`, which no request that it forwards can pass for. Nothing that comes is trusted.
 */
export function serveRelay({ stream, answer, log }: ServeRelayOptions): ServedGateway {
	const ready = Promise.withResolvers<number>();
	const ended = Promise.withResolvers<void>();
	const session = performServerHandshake(stream, limits);
	const admit = withinRate();
	ready.promise.catch(() => {});
	session.setLocalWindowSize(16 * window);

	session.on('stream', (request: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
		request.on('error', (error) => log.debug('Gateway request broke off', { why: error.message }));
		if (headers[':authority'] === 'relay') {
			ready.resolve(Number(/(?<!\d)\d+$/.exec(headers[':path'] ?? '')?.[0]));
			return request.respond({ ':status': 204 }, { endStream: true });
		}
		if (!admit()) return request.respond({ ':status': 429, 'retry-after': '10' }, { endStream: true });
		const answering = answeringOn(request, headers[':method']);
		answer(askedOf(request, headers), answering).catch((error: unknown) => {
			if (!request.closed) log.warn('Gateway request has no answer', { why: messageOf(error) });
			answering.breakOff();
		});
	});
	session.on('error', (error) => log.warn('Gateway relay broke', { why: messageOf(error) }));
	session.once('close', () => {
		stream.destroy();
		ready.reject(new Error('the relay ended at once'));
		ended.resolve();
	});
	// The relay's end of file may come without a word of HTTP/2, and while what we have written is still on its way
	for (const event of ['end', 'close']) stream.once(event, () => session.destroy());

	return {
		ready: ready.promise,
		ended: ended.promise,
		async [Symbol.asyncDispose]() {
			session.destroy();
			stream.destroy();
			await ended.promise;
		},
	};
}

function withinRate(): () => boolean {
	let since = 0;
	let count = 0;
	return () => {
		const now = performance.now();
		if (now - since >= 60_000) {
			since = now;
			count = 0;
		}
		count += 1;
		return count <= mostAMinute;
	};
}

function askedOf(request: ServerHttp2Stream, headers: IncomingHttpHeaders): Asked {
	const left = new AbortController();
	request.once('close', () => left.abort(new Error('nobody waits for the answer any more')));
	return {
		method: headers[':method'] ?? '',
		target: headers[':path'] ?? '',
		headers: textsOf(headers),
		// An answer may be given before all is read
		body: request.iterator({ destroyOnReturn: false }),
		signal: left.signal,
	};
}

function answeringOn(request: ServerHttp2Stream, method: string | undefined): Answering {
	let begun: string | undefined;
	const isGone = () => request.closed || request.destroyed;
	return {
		get begun() {
			return begun;
		},
		begin(status, headers) {
			begun = headers['content-type'] ?? '';
			if (!isGone()) request.respond({ ...headers, ':status': status });
		},
		async write(chunk) {
			if (method === 'HEAD') return;
			if (isGone()) throw new Error('nobody waits for the answer any more');
			if (!request.write(chunk)) await drained(request);
		},
		end() {
			// Of a body that was not read to its end the rest is read for nobody
			request.end(() => request.resume());
		},
		// A stream that is closed with a code sends the mark of a good end before it
		breakOff: () => void request.destroy(new Error('the answer broke off')),
	};
}

/** Resolves when more may be written; rejects when the stream is gone. */
function drained(request: ServerHttp2Stream): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const close = () => reject(new Error('nobody waits for the answer any more'));
	request.once('drain', resolve);
	request.once('close', close);
	return promise.finally(() => {
		request.off('drain', resolve);
		request.off('close', close);
	});
}
