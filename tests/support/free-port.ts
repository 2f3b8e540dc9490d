import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The kernel gives none of these away by itself: its own begin at 32,768 (`ip_local_port_range`, ip(7)). */
const from = 15_000;
const to = 32_768;

/** A port of 127.0.0.1 that is free, and stays so until somebody asks for it by its number: no other socket gets it by chance. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(from, to);
		if (await isFree(port)) return port;
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	const isListening = await new Promise<boolean>((resolve) => {
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => resolve(true));
	});
	if (isListening) await new Promise((resolve) => server.close(resolve));
	return isListening;
}
