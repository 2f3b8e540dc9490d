import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { StreamOffer } from './orders.ts';

/** Comes for a stream that the helper has offered. Where it is not to be had any more, it ends at once. The caller destroys it. Rejects as `connect`. */
export async function openStream({ socket, ticket }: StreamOffer): Promise<Socket> {
	const stream = connect(socket);
	await once(stream, 'connect');
	// Until somebody reads it, whatever it comes to is told by its end
	stream.on('error', () => undefined);
	stream.write(`${ticket}\n`);
	return stream;
}
