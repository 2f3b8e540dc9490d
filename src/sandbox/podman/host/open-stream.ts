import { connect, type Socket } from 'node:net';
import type { StreamOffer } from './orders.ts';

/** Comes for a stream that the helper has offered. Where it cannot be had, it ends at once. The caller destroys it. */
export function openStream({ socket, ticket }: StreamOffer): Socket {
	const stream = connect(socket);
	// Until somebody reads it, whatever it comes to is told by its end
	stream.on('error', () => undefined);
	stream.write(`${ticket}\n`);
	return stream;
}
