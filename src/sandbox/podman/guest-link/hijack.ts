import { request } from 'node:http';
import type { Duplex } from 'node:stream';

/** A call of Podman's API whose connection becomes a process's standard streams. */
export interface Hijack {
	readonly socketPath: string;
	readonly path: string;
	/** JSON; without it no byte of a body is sent. */
	readonly body?: string;
	/** For errors: "attach", "start". */
	readonly what: string;
}

/**
 * The connection after Podman's 101: what is written goes in, output comes in 8-byte-headed frames. The caller destroys it. Rejects when the
 * service refuses or is gone, and with the signal's reason.
 */
export function hijack({ socketPath, path, body = '', what }: Hijack, signal: AbortSignal): Promise<Duplex> {
	const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
	const json = body === '' ? {} : { 'Content-Type': 'application/json' };
	const asking = request({
		socketPath,
		method: 'POST',
		path,
		headers: { Connection: 'Upgrade', Upgrade: 'tcp', ...json, 'Content-Length': Buffer.byteLength(body) },
		agent: false,
	});
	const abort = (): void => void asking.destroy(signal.reason);
	signal.addEventListener('abort', abort, { once: true });
	asking.on('upgrade', (_response, socket, head) => {
		signal.removeEventListener('abort', abort);
		socket.unshift(head);
		resolve(socket);
	});
	asking.on('response', (response) => {
		const words = response.toArray().then((chunks) => Buffer.concat(chunks).toString('utf8').slice(0, 500));
		void words.then(
			(text) => reject(new Error(`Cannot ${what}: Podman answered ${response.statusCode} ${text}`)),
			reject,
		);
	});
	asking.on('error', (error) => reject(signal.aborted ? signal.reason : error));
	asking.end(body);
	return promise;
}
