import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { type Absence, type Away, createAbsence } from './absence.ts';
import { waitFor } from './wait-for.ts';

interface Peer extends Absence, AsyncDisposable {
	readonly asked: string[];
	/** How many requests have arrived, answered or not. */
	arrived(): number;
	ask(path: string): Promise<string>;
}

async function startPeer(): Promise<Peer> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? '');
		response.end('there');
	});
	const { away } = createAbsence(server);
	let arrived = 0;
	server.on('request', () => {
		arrived += 1;
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
	return {
		asked,
		arrived: () => arrived,
		away,
		ask: (path) => fetch(`${url}${path}`).then(async (answer) => `${answer.status} ${await answer.text()}`),
		async [Symbol.asyncDispose]() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

it.each(['refused', 'reset'] as const)(
	'a server that is away as %s does nothing, and is back afterwards',
	async (how) => {
		await using peer = await startPeer();
		expect(await peer.ask('/before')).toBe('200 there');
		{
			using _away = peer.away(how);
			await expect(peer.ask('/meanwhile')).rejects.toThrow('fetch failed');
		}
		expect(await peer.ask('/after')).toBe('200 there');
		expect(peer.asked).toEqual(['/before', '/after']);
	},
);

it('a server that is unavailable answers 503', async () => {
	await using peer = await startPeer();
	using _away = peer.away('unavailable');
	expect(await peer.ask('/meanwhile')).toBe('503 ');
	expect(peer.asked).toEqual([]);
});

it('a server that is silent answers nothing, and lets go when it is back', async () => {
	await using peer = await startPeer();
	const away = peer.away('silent' satisfies Away);
	let failure: unknown;
	void peer.ask('/meanwhile').catch((error: unknown) => {
		failure = error;
	});
	await waitFor(() => peer.arrived() === 1, 'the request');
	expect(failure).toBeUndefined();
	away[Symbol.dispose]();
	await waitFor(() => failure !== undefined, 'the end of what was asked');
	expect(peer.asked).toEqual([]);
});
