import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** An HTTP proxy that knows some names. Disposing closes it and every tunnel. */
export interface ConnectProxy extends AsyncDisposable {
	readonly url: string;
	/** The requested targets, as `host:port`, in order. */
	readonly asked: readonly string[];
}

/** Tunnels (`CONNECT`) to ports of 127.0.0.1 by name, as `files.example` to the port of a fake index; other names are not known. */
export async function startConnectProxy(ports: Readonly<Record<string, number>>): Promise<ConnectProxy> {
	const asked: string[] = [];
	const server = createServer();
	const sockets = new Set<{ destroy(): void }>();
	server.on('connect', (request, client) => {
		const target = request.url ?? '';
		asked.push(target);
		const port = ports[target.split(':')[0] ?? ''];
		if (port === undefined) return client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		const upstream = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on('error', () => socket.destroy());
		}
		client.pipe(upstream).pipe(client);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) socket.destroy();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
