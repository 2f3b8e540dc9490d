import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** A proxy to whatever is on this machine's `port`, for plain requests and for tunnels to port 80; `seen` is what it was asked for. */
async function startProxy(port: number) {
	const seen: string[] = [];
	const proxy = createServer((request, response) => {
		seen.push(`${request.method} ${request.url}`);
		const { pathname } = new URL(request.url ?? '');
		const onwards = send({ port, path: pathname, method: request.method, headers: request.headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		request.pipe(onwards);
	});
	proxy.on('connect', ({ url }, socket) => {
		seen.push(`CONNECT ${url}`);
		if (!url?.endsWith(':80')) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		const onwards = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
		pipeline(socket, onwards, socket, () => {});
	});
	return { seen, ...(await listening(proxy)) };
}

/** As little of Discord as the child asks for; `asked` is what it was. */
async function startApi() {
	const asked: string[] = [];
	const server = createServer(async (request, response) => {
		asked.push(`${request.method} ${request.url}`);
		for await (const _ of request);
		const isFile = request.url?.startsWith('/f/');
		response.writeHead(200, { 'content-type': isFile ? 'text/plain' : 'application/json' });
		response.end(isFile ? 'content' : JSON.stringify({ id: request.method }));
	});
	return { asked, ...(await listening(server)) };
}

async function listening(server: ReturnType<typeof createServer>) {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		port,
		url: `http://127.0.0.1:${port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** Runs the child as the launcher runs us, with these variables; what it printed. */
async function runChild(apiUrl: string, env: Readonly<Record<string, string>>): Promise<readonly string[]> {
	const variables = { PATH: process.env['PATH'] ?? '', NODE_USE_ENV_PROXY: '1', ...env };
	const child = join(import.meta.dirname, 'proxy-child.ts');
	const { stdout } = await run(process.execPath, [child, apiUrl], { env: variables });
	return JSON.parse(stdout);
}

const came = ['GET', 'POST', 'content'];

describe('a proxy of the environment', () => {
	it('is used for calls of the API, for uploads and for files', async () => {
		await using api = await startApi();
		await using proxy = await startProxy(api.port);
		expect(await runChild('http://discord.test/api', { HTTP_PROXY: proxy.url })).toEqual(came);
		expect(api.asked.toSorted()).toEqual([
			'GET /api/v10/users/@me',
			'GET /f/a.txt',
			'POST /api/v10/channels/1/messages',
		]);
		expect(proxy.seen.length).toBeGreaterThan(0);
	});

	it('is used over TLS, too', async () => {
		await using proxy = await startProxy(1);
		const words = await runChild('https://discord.test/api', { HTTPS_PROXY: proxy.url });
		expect(words).toHaveLength(3);
		expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT discord.test:443']));
	});

	it('is not used for a host that NO_PROXY excepts', async () => {
		await using api = await startApi();
		await using proxy = await startProxy(1);
		const words = await runChild(`${api.url}/api`, { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' });
		expect(words).toEqual(came);
		expect(proxy.seen).toEqual([]);
	});
});
