import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { type Duplex, pipeline } from 'node:stream';
import { ignore } from '../../files/folder.ts';
import { createOwner } from '../container/owner.ts';
import type { StreamOffer } from './orders.ts';

/** Where the bot comes for the streams of its sandboxes: their bytes are passed on, and read by nobody on the way. */
export interface StreamDoor extends AsyncDisposable {
	/**
	 * Hands a stream over to whoever brings the ticket; it is ended where nobody does. `half`: what is written may end before what is
	 * read; else the end of either is that of both.
	 */
	offer(stream: Duplex, ends: 'whole' | 'half'): StreamOffer;
}

interface Offer {
	readonly stream: Duplex;
	readonly ends: 'whole' | 'half';
	readonly forget: NodeJS.Timeout;
}

/** A ticket of 128 bits in hex, and a line break. */
const ticketBytes = 33;
/** Whoever has a ticket comes at once; ms. */
const withinMs = 10_000;

/**
 * Listens on a socket, named as an owner names slots, in a folder that nobody but root and this group can enter. Rejects where it cannot be made. `most`: connections at once.
 */
export async function openStreamDoor({
	socket,
	gid,
	most,
}: {
	readonly socket: string;
	readonly gid: number;
	readonly most: number;
}): Promise<StreamDoor> {
	const offers = new Map<string, Offer>();
	const connections = new Set<Socket>();
	await openFolderTo(dirname(socket), gid);
	const server = createServer({ allowHalfOpen: true }, (connection) => {
		connections.add(connection);
		connection.once('close', () => connections.delete(connection));
		connection.on('error', () => connection.destroy());
		void take(connection, offers);
	});
	server.maxConnections = most;
	await listen(server, socket);
	await chown(socket, 0, gid);
	await chmod(socket, 0o660);
	return {
		offer(stream, ends) {
			// Until it is had, whatever it comes to is told by its end
			stream.on('error', () => undefined);
			const ticket = randomBytes(16).toString('hex');
			const forget = setTimeout(() => {
				offers.delete(ticket);
				stream.destroy();
			}, withinMs);
			offers.set(ticket, { stream, ends, forget });
			return { socket, ticket };
		},
		async [Symbol.asyncDispose]() {
			for (const { stream, forget } of offers.values()) {
				clearTimeout(forget);
				stream.destroy();
			}
			for (const connection of connections) connection.destroy();
			await new Promise((resolve) => server.close(resolve));
			await rm(socket, { force: true });
			await rmdir(dirname(socket)).catch(ignore('ENOENT', 'ENOTEMPTY'));
		},
	};
}

/** A folder for sockets, without those that dead processes have left. The one above can be passed by others then, and not listed. */
async function openFolderTo(folder: string, gid: number): Promise<void> {
	const above = dirname(folder);
	await mkdir(folder, { recursive: true, mode: 0o711 });
	await chmod(above, ((await stat(above)).mode & 0o7777) | 0o011);
	await chown(folder, 0, gid);
	await chmod(folder, 0o710);
	const owner = createOwner();
	for (const name of await readdir(folder))
		if (await owner.isLeftOver(name)) await rm(join(folder, name), { force: true });
}

function listen(server: ReturnType<typeof createServer>, socket: string): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	server.once('error', reject);
	server.listen(socket, () => {
		server.off('error', reject);
		resolve();
	});
	return promise;
}

/** Whoever brings no ticket is sent away. Where either side has ended before they met, both do. */
async function take(connection: Socket, offers: Map<string, Offer>): Promise<void> {
	const offer = takeOffer(await readTicket(connection), offers);
	if (offer === undefined) return void connection.destroy();
	const { stream, ends } = offer;
	// A pipeline into a stream that is destroyed throws.
	if (stream.destroyed || connection.destroyed) return void [stream, connection].map((side) => side.destroy());
	const over = () => undefined;
	pipeline(stream, connection, over);
	if (ends === 'whole') connection.once('end', () => stream.destroy());
	pipeline(connection, stream, over);
}

function takeOffer(ticket: string, offers: Map<string, Offer>): Offer | undefined {
	const offer = offers.get(ticket);
	clearTimeout(offer?.forget);
	offers.delete(ticket);
	return offer;
}

/** The first line; empty where none comes in time. */
function readTicket(connection: Socket): Promise<string> {
	const { promise, resolve } = Promise.withResolvers<string>();
	const late = setTimeout(() => resolve(''), withinMs);
	const look = (): void => {
		const bytes: Buffer | null = connection.read(ticketBytes);
		if (bytes !== null) resolve(bytes.toString('latin1'));
	};
	connection.on('readable', look);
	connection.once('close', () => resolve(''));
	return promise
		.then((line) => (line.endsWith('\n') ? line.slice(0, -1) : ''))
		.finally(() => {
			clearTimeout(late);
			connection.off('readable', look);
		});
}
