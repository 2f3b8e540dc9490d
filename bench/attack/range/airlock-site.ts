import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createLine } from 'node:net';
import { join } from 'node:path';
import { silentLogger } from '../../../src/base/log.ts';
import { createPackageDoor } from '../../../src/sandbox/airlock/package-index/package-door.ts';
import { type Airlock, serveAirlock } from '../../../src/sandbox/airlock/serve-airlock.ts';
import { startRelay } from '../../../src/sandbox/podman/guest-link/relay.ts';
import { type FakeIndex, startFakeIndex } from '../../../tests/support/fake-index/fake-index.ts';
import type { Range } from './range.ts';

/** An airlock that is open in the attacked sandbox, its package index, and a server of the host that nobody inside may reach. */
export interface AirlockSite extends AsyncDisposable {
	readonly index: FakeIndex;
	/** `127.0.0.1:<port>` of the server that must not be reached, and what it was asked for. */
	readonly secret: { readonly host: string; readonly hits: readonly string[] };
	/** Where the relay listens inside. */
	readonly port: number;
	readonly airlock: Airlock;
}

export async function openAirlock(range: Range): Promise<AirlockSite> {
	await using building = new AsyncDisposableStack();
	const index = building.use(await startFakeIndex());
	index.add({ name: 'humanize', version: '4.9.0' });
	const secret = building.use(await openSecret());
	const { id } = await range.container();
	const socketPath = join(range.bench.stateDir, 'service', 'podman.sock');
	const relay = building.use(await startRelay({ socketPath, id, log: silentLogger }, 'install', range.signal));
	const door = createPackageDoor({
		policy: { index: index.url, leastAgeDays: 7, sessionBytes: 1e7, seconds: 60 },
		scope: { kind: 'resolve', names: ['humanize', 'evil'], undated: false },
		budget: { take: () => true, left: () => 1e7 },
		log: silentLogger,
	});
	const airlock = building.use(serveAirlock({ stream: relay.stream, door, log: silentLogger }));
	const port = await airlock.port;
	const parts = building.move();
	return { index, secret, port, airlock, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

interface Secret extends AsyncDisposable {
	readonly host: string;
	readonly hits: readonly string[];
}

async function openSecret(): Promise<Secret> {
	const hits: string[] = [];
	const server = createServer((request, response) => {
		hits.push(request.url ?? '');
		response.end('SECRET');
	});
	const port = await listening(server);
	return { host: `127.0.0.1:${port}`, hits, [Symbol.asyncDispose]: () => closing(server) };
}

/** A proxy as one might write it: whatever is asked is fetched, redirects and all. */
export async function openNaiveProxy({ index }: AirlockSite): Promise<AsyncDisposable & { readonly port: number }> {
	const server = createServer(async (request, response) => {
		try {
			const url = new URL(request.url ?? '/', index.url);
			const answer = await fetch(url, { method: request.method === 'HEAD' ? 'HEAD' : 'GET' });
			response.end(Buffer.from(await answer.arrayBuffer()));
		} catch {
			response.writeHead(502).end();
		}
	});
	server.on('connect', (request, socket, head) => {
		const { hostname, port } = new URL(`http://${request.url}`);
		const line = connect(Number(port), hostname, () => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			line.write(head);
		});
		line
			.on('error', () => socket.destroy())
			.pipe(socket)
			.on('error', () => line.destroy())
			.pipe(line);
	});
	return { port: await listening(server), [Symbol.asyncDispose]: () => closing(server) };
}

/** A way through for bytes as they are. */
export async function openPipe({ index }: AirlockSite): Promise<AsyncDisposable & { readonly port: number }> {
	const server = createLine((socket) => {
		const line = connect(Number(new URL(index.url).port), '127.0.0.1');
		line
			.on('error', () => socket.destroy())
			.pipe(socket)
			.on('error', () => line.destroy())
			.pipe(line);
	});
	const { promise, resolve } = Promise.withResolvers<void>();
	server.listen(0, '127.0.0.1', resolve);
	await promise;
	return {
		port: (server.address() as AddressInfo).port,
		async [Symbol.asyncDispose]() {
			server.close();
		},
	};
}

async function listening(server: Server): Promise<number> {
	const { promise, resolve } = Promise.withResolvers<void>();
	server.listen(0, '127.0.0.1', resolve);
	await promise;
	return (server.address() as AddressInfo).port;
}

async function closing(server: Server): Promise<void> {
	server.closeAllConnections();
	server.close();
}
