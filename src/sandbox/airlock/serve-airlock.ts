import { constants, type IncomingHttpHeaders, performServerHandshake, type ServerHttp2Stream } from 'node:http2';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { DoorAnswer } from './package-index/exchange.ts';
import type { PackageDoor } from './package-index/package-door.ts';

/** An airlock that is open. Disposing closes it, whatever is under way. */
export interface Airlock extends AsyncDisposable {
	/** Where the relay listens, on the sandbox's loopback. Rejects when the relay ends before it has said so. */
	readonly port: Promise<number>;
	/** Resolves when the relay is gone. */
	readonly ended: Promise<void>;
}

export interface AirlockOptions {
	/** The relay's standard input and output. Destroyed in the end. */
	readonly stream: Duplex;
	readonly door: Pick<PackageDoor, 'answer'>;
	readonly log: Logger;
	/** Requests that it answers; default: as many as the installing of Python packages takes. */
	readonly requests?: number;
}

/** Whoever is inside may speak to the relay while it is there: what that can cost us is bounded. */
const limits = {
	settings: { maxConcurrentStreams: 32, maxHeaderListSize: 8 * 1024, enablePush: false },
	/** Megabytes. */
	maxSessionMemory: 8,
	maxHeaderListPairs: 32,
} as const;

/** uv makes two or three a package. */
const usualRequests = 2_000;

/**
 * Serves HTTP/2 on the standard streams of a relay in a sandbox: every request goes to the door, but for the relay's own
 * `POST /ready?port=…`. Nothing that comes is trusted.
 */
export function serveAirlock({ stream, door, log, requests: most = usualRequests }: AirlockOptions): Airlock {
	const port = Promise.withResolvers<number>();
	const ended = Promise.withResolvers<void>();
	const closing = new AbortController();
	const session = performServerHandshake(stream, limits);
	let requests = 0;
	port.promise.catch(() => {});

	session.on('stream', (request: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
		// A stream that breaks is that request's end, told to whoever waits for its answer
		request.on('error', (error) => log.debug('Airlock request broke off', { why: error.message }));
		requests += 1;
		if (requests > most) return session.destroy();
		const ready = readyPort(headers);
		if (ready === undefined) return void serve(request, headers);
		port.resolve(ready);
		request.respond({ ':status': 204 }, { endStream: true });
	});
	session.on('error', (error) => log.warn('Airlock broke', { why: messageOf(error) }));
	session.once('close', () => {
		closing.abort(new Error('the airlock was closed'));
		stream.destroy();
		port.reject(new Error('the relay ended at once'));
		ended.resolve();
	});
	// The relay's end of file may come without a word of HTTP/2, and while what we have written is still on its way
	for (const event of ['end', 'close']) stream.once(event, () => session.destroy());

	async function serve(request: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
		const left = new AbortController();
		request.once('close', () => left.abort(new Error('nobody waits for the answer any more')));
		const asked = { method: text(headers[':method']), path: text(headers[':path']), accept: text(headers.accept) };
		try {
			const answer = await door.answer(asked, AbortSignal.any([left.signal, closing.signal]));
			await send(request, asked.method === 'HEAD', answer);
		} catch (error) {
			if (!request.closed) log.debug('Airlock request has no answer', { path: asked.path, why: messageOf(error) });
			// Never the code of a good end: half a file would pass for a whole one
			request.close(constants.NGHTTP2_INTERNAL_ERROR);
		}
	}

	return {
		port: port.promise,
		ended: ended.promise,
		async [Symbol.asyncDispose]() {
			session.destroy();
			stream.destroy();
			await ended.promise;
		},
	};
}

/** The port that the relay says it listens on. */
function readyPort(headers: IncomingHttpHeaders): number | undefined {
	const port = /^\/ready\?port=([0-9]{1,5})$/.exec(text(headers[':path']))?.[1];
	return headers[':method'] === 'POST' && port !== undefined ? Number(port) : undefined;
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

async function send(request: ServerHttp2Stream, head: boolean, { status, headers, body }: DoorAnswer): Promise<void> {
	if (request.closed) return;
	if (head) return request.respond({ ...headers, ':status': status }, { endStream: true });
	request.respond({ ...headers, ':status': status });
	if (body instanceof Uint8Array) request.end(body);
	else await pipeline(Readable.from(body, { objectMode: false }), request);
}
