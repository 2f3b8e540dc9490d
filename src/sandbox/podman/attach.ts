import { request } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Attaches to a container's main process: standard input goes in as it is, output comes in 8-byte-headed frames. Call it before
 * the container starts, so that nothing is missed. Ending the stream gives the process end of file. The caller destroys it.
 * Rejects when the service refuses or is gone, and with the signal's reason.
 *
 * A plain HTTP upgrade without a body: whatever body is sent, Podman feeds to the process.
 */
export function attach(socketPath: string, container: string, signal: AbortSignal): Promise<Duplex> {
	const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
	const asking = request({
		socketPath,
		method: 'POST',
		path: `/v1.41/containers/${container}/attach?stream=1&stdin=1&stdout=1&stderr=1`,
		headers: { Connection: 'Upgrade', Upgrade: 'tcp', 'Content-Length': 0 },
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
			(text) => reject(new Error(`Cannot attach: Podman answered ${response.statusCode} ${text}`)),
			reject,
		);
	});
	asking.on('error', (error) => reject(signal.aborted ? signal.reason : error));
	asking.end();
	return promise;
}
