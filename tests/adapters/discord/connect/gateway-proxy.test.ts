import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { type Duplex, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type FakeDiscord, startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';

const run = promisify(execFile);

/** A proxy for which every host is this machine's `port`, but for tunnels to port 443, which it has none for; `seen` is what it was asked for. */
async function startProxy(port: number) {
	const seen: string[] = [];
	const server = createServer((request, response) => {
		seen.push(`${request.method} ${request.url}`);
		const { pathname: path } = new URL(request.url ?? '');
		const onwards = send({ port, path, method: request.method, headers: request.headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		request.pipe(onwards);
	});
	const tunnel = (socket: Duplex, first: string) => {
		const onwards = connect(port, '127.0.0.1', () => onwards.write(first));
		pipeline(socket, onwards, socket, () => {});
	};
	server.on('connect', ({ url }, socket) => {
		// Whoever was sent away may be gone at once.
		socket.on('error', () => {});
		seen.push(`CONNECT ${url}`);
		if (url?.endsWith(':443')) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		tunnel(socket, '');
	});
	server.on('upgrade', (request, socket) => {
		seen.push(`UPGRADE ${request.url?.replace(/\?.*/, '')}`);
		tunnel(socket, headOf(request));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		seen,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
}

function headOf({ method, url = '', rawHeaders }: IncomingMessage): string {
	const { pathname, search } = new URL(url, 'http://discord.test');
	const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
	return [`${method} ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** Has Discord name this gateway. */
function nameGateway(discord: FakeDiscord, url: string): void {
	const limit = { total: 1000, remaining: 1000, reset_after: 1000, max_concurrency: 1 };
	const text = JSON.stringify({ url, shards: 1, session_start_limit: limit });
	discord.failNext('GET /gateway/bot', { status: 200, text, headers: { 'content-type': 'application/json' } });
}

/** Runs the child as the launcher runs us, with these variables; what it printed. */
async function runChild(
	discord: FakeDiscord,
	env: Readonly<Record<string, string>>,
	signal = new AbortController().signal,
): Promise<string> {
	const variables = { PATH: process.env['PATH'] ?? '', NODE_USE_ENV_PROXY: '1', NO_PROXY: '127.0.0.1', ...env };
	const child = join(import.meta.dirname, '../listen/gateway-child.ts');
	const { stdout } = await run(process.execPath, [child, discord.apiUrl, discord.token], { env: variables, signal });
	return stdout;
}

describe('a proxy of the environment', () => {
	it('is used for the gateway', async () => {
		await using discord = await startFakeDiscord();
		await using proxy = await startProxy(Number(new URL(discord.url).port));
		nameGateway(discord, 'ws://discord.test/gateway');
		expect(await runChild(discord, { HTTP_PROXY: proxy.url })).toBe('connected');
		expect(proxy.seen).toHaveLength(1);
		expect(proxy.seen[0]).toContain('discord.test');
	});

	it('is used for it over TLS, too', async () => {
		await using discord = await startFakeDiscord();
		await using proxy = await startProxy(Number(new URL(discord.url).port));
		nameGateway(discord, 'wss://gateway.discord.test');
		const enough = new AbortController();
		const running = runChild(discord, { HTTPS_PROXY: proxy.url }, enough.signal).catch(() => 'ended');
		await waitFor(() => proxy.seen.length > 0, 'the proxy to be asked');
		enough.abort();
		expect(await running).toBe('ended');
		expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT gateway.discord.test:443']));
	});

	it('is not used for a host that NO_PROXY excepts', async () => {
		await using discord = await startFakeDiscord();
		await using proxy = await startProxy(Number(new URL(discord.url).port));
		expect(await runChild(discord, { HTTP_PROXY: proxy.url })).toBe('connected');
		expect(proxy.seen).toEqual([]);
	});
});
