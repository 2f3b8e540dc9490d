import { performServerHandshake } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { ServedRelay } from '../../../../src/sandbox/podman/boxes/kept-relay.ts';

/** Answers whatever a relay hands out with the run's name, and counts the relays. */
export interface StandIn {
	readonly serve: (run: string, stream: Duplex) => ServedRelay;
	/** Of each relay that has listened, the run. */
	readonly begun: string[];
}

export function gatewayStandIn(): StandIn {
	const begun: string[] = [];
	return { begun, serve: (run, stream) => serve(run, stream, begun) };
}

function serve(run: string, stream: Duplex, begun: string[]): ServedRelay {
	const ready = Promise.withResolvers<void>();
	const ended = Promise.withResolvers<void>();
	ready.promise.catch(() => {});
	const session = performServerHandshake(stream);
	session.on('error', () => {});
	session.on('stream', (request, headers) => {
		request.on('error', () => {});
		request.respond({ ':status': 200 });
		request.end(`gateway of ${run}\n`);
		if (headers[':authority'] !== 'relay') return;
		begun.push(run);
		ready.resolve();
	});
	session.once('close', () => {
		stream.destroy();
		ready.reject(new Error('the relay ended at once'));
		ended.resolve();
	});
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
