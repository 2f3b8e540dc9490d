import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GatewayLine, openLine, question } from './gateway-line.ts';
import { chatAnswer, json } from './scripted-upstream.ts';

let line: GatewayLine;
beforeAll(async () => {
	line = await openLine(json(chatAnswer));
	line.run.prompt();
});
afterAll(() => line[Symbol.asyncDispose]());

/** Sends bytes as they are to the relay, and resolves with all that comes back until it closes. */
async function raw(lines: readonly string[], body = '', end = ['connection: close']): Promise<string> {
	const socket = connect(Number(new URL(await line.relay.url).port), '127.0.0.1');
	await once(socket, 'connect');
	socket.write(`${[...lines, ...end, '', ''].join('\r\n')}${body}`);
	return await text(socket);
}

const content = JSON.stringify(question());
const length = `content-length: ${content.length}`;
const path = '/v1/chat/completions';

it.each([
	['an absolute address', 'http://169.254.169.254/v1/chat/completions'],
	['an address without a scheme', '//169.254.169.254/v1/chat/completions'],
	['dots', '/v1/../admin/chat/completions'],
	['dots at the end', '/v1/chat/completions/..'],
	['escaped dots', '/v1/%2e%2E/chat/completions'],
	['a backslash', '/v1\\..\\chat/completions'],
	['an escaped line break', '/v1/chat/completions%0d%0aHost:x'],
	['a fragment', '/v1/chat/completions#@host'],
	['a second question mark', '/v1/chat/completions?a?b'],
	['too many characters', `/v1/chat/completions?${'a'.repeat(3_000)}`],
	['another folder', '/admin/chat/completions'],
	['a user', '@169.254.169.254/v1/chat/completions'],
])('sends nothing anywhere for a request to %s', async (_what, target) => {
	const before = line.upstream.reached.length;
	const answer = await raw(
		[`POST ${target} HTTP/1.1`, 'host: x', `authorization: Bearer ${line.run.key}`, length],
		content,
	);
	expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
	expect(line.upstream.reached).toHaveLength(before);
});

it.each([
	['two lengths', [length, 'content-length: 1']],
	['a length beside chunks', [length, 'transfer-encoding: chunked']],
	['a line break in a header', [length, 'x-a: b\rx-b: c']],
	['a header of 20,000 characters', [length, `x-api-key: ${'a'.repeat(20_000)}`]],
	['a compressed body', [length, 'content-encoding: gzip']],
	['a length with a sign', ['content-length: +5']],
	['a length that is no number', ['content-length: 1e2']],
	['a length in two places', ['content-length: 5, 5']],
	['a coding that is not chunked', ['transfer-encoding: identity']],
	['a coding behind chunked', ['transfer-encoding: chunked, identity']],
	['chunked twice', ['transfer-encoding: chunked', 'transfer-encoding: chunked']],
	['a coding with a sign before it', ['transfer-encoding: \u000bchunked']],
	['a blank before the colon', ['content-length : 5']],
	['a header without a name', [length, ': x']],
	['a zero byte in a header', [length, 'x-a: b\u0000c']],
])('refuses %s', async (_what, headers) => {
	const before = line.upstream.reached.length;
	const answer = await raw(
		[`POST ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${line.run.key}`, ...headers],
		content,
	);
	expect(answer).toMatch(/^HTTP\/1\.1 4/);
	expect(line.upstream.reached).toHaveLength(before);
});

it.each([
	['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
	['a request without a version', `GET ${path}\r\n\r\n`],
	['a request of a version that there is not', `POST ${path} HTTP/9.9\r\nhost: x\r\n\r\n`],
	['a method that nobody knows', `FETCH ${path} HTTP/1.1\r\nhost: x\r\n\r\n`],
	['a method in small letters', `post ${path} HTTP/1.1\r\nhost: x\r\n\r\n`],
	['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001'],
	['bytes at random', '\u00ff\u00fe\u0000\u0001'.repeat(500)],
])('ends a connection that begins with %s, and serves the next one', async (_what, bytes) => {
	const before = line.upstream.reached.length;
	const socket = connect(Number(new URL(await line.relay.url).port), '127.0.0.1');
	await once(socket, 'connect');
	socket.end(bytes, 'latin1');
	expect(await text(socket)).toMatch(/^(?:HTTP\/1\.1 4|$)/);
	expect(line.upstream.reached).toHaveLength(before);
	expect((await line.ask(question())).status).toBe(200);
});

it('waits for a body that is shorter than it was said to be, and sends none of it', async () => {
	const before = line.upstream.reached.length;
	const socket = connect(Number(new URL(await line.relay.url).port), '127.0.0.1');
	await once(socket, 'connect');
	const head = [`POST ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${line.run.key}`];
	socket.end([...head, `content-length: ${content.length + 5}`, '', content].join('\r\n'));
	await text(socket);
	expect((await line.ask(question())).status).toBe(200);
	expect(line.upstream.reached).toHaveLength(before + 1);
});

it('takes what stands behind a body for a request of its own, which has no key', async () => {
	const before = line.upstream.reached.length;
	const head = [`POST ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${line.run.key}`, length];
	const hidden = `POST ${path} HTTP/1.1\r\nhost: x\r\n${length}\r\nconnection: close\r\n\r\n${content}`;
	const answers = await raw(head, `${content}${hidden}`, []);
	expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
	expect(line.upstream.reached).toHaveLength(before + 1);
});

it('takes of a header that came twice no key', async () => {
	const twice = [`x-api-key: ${line.run.key}`, 'x-api-key: other'];
	expect(await raw([`POST ${path} HTTP/1.1`, 'host: x', ...twice, length], content)).toMatch(/^HTTP\/1\.1 401 /);
});

it('makes one request of a chunked one that another is hidden in', async () => {
	const before = line.upstream.reached.length;
	const head = [
		`POST ${path} HTTP/1.1`,
		'host: evil',
		`authorization: Bearer ${line.run.key}`,
		'transfer-encoding: chunked',
	];
	const hidden = `${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\nGET /admin HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
	const answers = await raw(head, hidden, []);
	expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
	expect(line.upstream.reached.slice(before).map(({ url }) => url)).toEqual([path]);
	expect(line.upstream.reached.at(-1)?.headers.host).not.toContain('evil');
});

it.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])('knows no call by %s', async (method) => {
	const before = line.upstream.reached.length;
	const answer = await raw([`${method} ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${line.run.key}`]);
	expect(answer).toMatch(/^HTTP\/1\.1 404 /);
	expect(line.upstream.reached).toHaveLength(before);
});

it('opens no tunnel, and upgrades to nothing', async () => {
	const before = line.upstream.reached.length;
	expect(await raw(['CONNECT 169.254.169.254:80 HTTP/1.1', 'host: x'])).toBe('');
	const upgrade = [`GET ${path} HTTP/1.1`, 'host: x', 'upgrade: websocket', 'connection: upgrade'];
	expect(await raw(upgrade)).toMatch(/^HTTP\/1\.1 404 /);
	expect(line.upstream.reached).toHaveLength(before);
});

it('takes nobody inside for the relay', async () => {
	expect(await raw(['POST /ready?port=1 HTTP/1.1', 'host: relay', 'content-length: 0'])).toMatch(/^HTTP\/1\.1 404 /);
	expect(await line.relay.served.ready).not.toBe(1);
});
