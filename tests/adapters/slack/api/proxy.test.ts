import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ApiCall, startApiServer } from './api-server.ts';

const run = promisify(execFile);

/** A proxy that knows one host, `slack.test`, which is on this machine's `port`; `seen` is what it was asked for. */
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
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	return {
		seen,
		url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			proxy.closeAllConnections();
			proxy.close();
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

function slackServer(origin: () => string) {
	return startApiServer(({ method }: ApiCall) => {
		if (method === '/socket') return { status: 200, text: 'the socket' };
		if (method !== 'files.info') return { status: 200, headers: { 'content-type': 'text/plain' }, text: 'content' };
		return { json: { ok: true, file: { id: 'F1', name: 'a.txt', size: 7, url_private: `${origin()}/f/a.txt` } } };
	});
}

describe('a proxy of the environment', () => {
	it('is used for calls of the API, for files and for the socket', async () => {
		await using slack = await slackServer(() => 'http://slack.test');
		await using proxy = await startProxy(Number(new URL(slack.origin).port));
		const words = await runChild('http://slack.test/api/', { HTTP_PROXY: proxy.url });
		expect(words).toEqual(['content', 'the socket']);
		expect(slack.calls.map(({ method }) => method).toSorted()).toEqual(['/f/a.txt', '/socket', 'files.info']);
		expect(proxy.seen.length).toBeGreaterThan(0);
	});

	it('is used over TLS, too', async () => {
		await using proxy = await startProxy(1);
		await runChild('https://slack.test/api/', { HTTPS_PROXY: proxy.url });
		expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT slack.test:443']));
		expect(proxy.seen.length).toBeGreaterThan(1);
	});

	it('is not used for a host that NO_PROXY excepts', async () => {
		let origin = '';
		await using slack = await slackServer(() => origin);
		origin = slack.origin;
		await using proxy = await startProxy(1);
		const words = await runChild(slack.apiUrl, { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' });
		expect(words).toEqual(['content', 'the socket']);
		expect(proxy.seen).toEqual([]);
	});
});
