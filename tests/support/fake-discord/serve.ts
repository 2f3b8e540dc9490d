import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Absence, createAbsence } from '../absence.ts';
import { createApi } from './api/routes.ts';
import type { World } from './world.ts';

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The API, the links of attachments, and the gateway: on one port of 127.0.0.1. Sets `world.url`. */
export async function serve(world: World, upgrade: Upgrade): Promise<Absence & AsyncDisposable> {
	const server = createServer(createApi(world));
	// Whoever is slow would ask on a connection that is being closed for being idle: that is a reset, and nobody's fault.
	server.keepAliveTimeout = 0;
	server.on('upgrade', upgrade);
	const { away } = createAbsence(server);
	await listen(server, world.options.port);
	const address = server.address();
	world.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
	return {
		away,
		async [Symbol.asyncDispose]() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

function listen(server: Server, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
}
