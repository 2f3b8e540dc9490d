import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that Linux hands out by itself (32768 and up, `net.ipv4.ip_local_port_range`): of those, another server of the tests, or a
 * connection, may be given the very one before whoever asked for it listens there.
 */
const [first, end] = [20_000, 32_000];

/** A port of 127.0.0.1 that was free just now. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(first, end);
		if (await isFree(port)) return port;
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	const isListening = await new Promise<boolean>((resolve) => {
		server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
	});
	if (isListening) await new Promise((resolve) => server.close(resolve));
	return isListening;
}
