import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { Duplex, PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { serveAirlock } from '../../../src/sandbox/airlock/serve-airlock.ts';
import { waitFor } from '../../support/wait-for.ts';
import { ok, openLine } from './airlock-line.ts';

const never = async () => ok(Buffer.from(''));

it('takes a plain request to the door and brings the answer back', async () => {
	await using line = openLine(async ({ method, path, accept }) => ({
		status: 203,
		headers: { 'content-type': 'text/plain', etag: '"x"' },
		body: Buffer.from(`${method} ${path} ${accept}`),
	}));
	const response = await line.get('/simple/humanize/?x=%20', { headers: { accept: 'text/html', cookie: 'secret' } });
	expect(response.status).toBe(203);
	expect(response.headers.get('etag')).toBe('"x"');
	expect(await response.text()).toBe('GET /simple/humanize/?x=%20 text/html');
});

it('answers a question for the head without a body', async () => {
	await using line = openLine(async () => ok(Buffer.from('body'), { 'content-length': '4' }));
	const response = await line.get('/files/x', { method: 'HEAD' });
	expect(response.headers.get('content-length')).toBe('4');
	expect(await response.text()).toBe('');
});

it('brings 20 MB through unchanged, many at once', async () => {
	const bytes = randomBytes(20e6);
	async function* pieces() {
		for (let at = 0; at < bytes.length; at += 70_001) yield bytes.subarray(at, at + 70_001);
	}
	await using line = openLine(async ({ path }) => ok(path === '/big' ? pieces() : Buffer.from(path)));
	const small = Array.from({ length: 60 }, (_, index) => `/small/${index}`);
	const [big, ...others] = await Promise.all(
		['/big', ...small].map(async (path) => Buffer.from(await (await line.get(path)).arrayBuffer())),
	);
	expect(
		createHash('sha256')
			.update(big ?? '')
			.digest('hex'),
	).toBe(createHash('sha256').update(bytes).digest('hex'));
	expect(others.map(String)).toEqual(small);
});

it('reads no further ahead than a reader that does not read', async () => {
	let given = 0;
	async function* endless() {
		for (; ; given += 65_536) yield Buffer.alloc(65_536);
	}
	await using line = openLine(async () => ok(endless()));
	const response = await line.get('/endless');
	let before = -1;
	await waitFor(async () => {
		const stays = given === before;
		before = given;
		// Two looks at an endless body that is let flow never see the same
		await line.get('/other', { method: 'HEAD' });
		return stays;
	}, 'the body to stand still');
	expect(given).toBeLessThan(16e6);
	await response.body?.cancel();
});

it('cuts the connection where a body breaks off, so that half a file is no file', async () => {
	async function* broken() {
		yield Buffer.from('half');
		throw new Error('the index broke off');
	}
	await using line = openLine(async () => ok(broken()));
	await expect(line.get('/files/x').then((response) => response.text())).rejects.toThrow();
});

it('cuts the connection where the door has no answer, and goes on', async () => {
	await using line = openLine(async ({ path }) => {
		if (path === '/bad') throw new Error('no answer');
		return ok(Buffer.from('good'));
	});
	await expect(line.get('/bad')).rejects.toThrow();
	expect(await (await line.get('/good')).text()).toBe('good');
});

it('tells the door when nobody waits any more', async () => {
	const begun = Promise.withResolvers<void>();
	const left = Promise.withResolvers<void>();
	await using line = openLine((_, signal) => {
		const { promise, reject } = Promise.withResolvers<never>();
		begun.resolve();
		signal.addEventListener('abort', () => {
			left.resolve();
			reject(signal.reason);
		});
		return promise;
	});
	const leaving = new AbortController();
	const asked = line.get('/slow', { signal: leaving.signal });
	await begun.promise;
	leaving.abort();
	await expect(asked).rejects.toThrow();
	await left.promise;
});

it('ends what is under way when it is closed, and the relay with it', async () => {
	const begun = Promise.withResolvers<void>();
	const line = openLine((_, signal) => {
		const { promise, reject } = Promise.withResolvers<never>();
		signal.addEventListener('abort', () => reject(signal.reason));
		begun.resolve();
		return promise;
	});
	const asked = line.get('/slow');
	asked.catch(() => {});
	await begun.promise;
	await line.airlock[Symbol.asyncDispose]();
	await expect(asked).rejects.toThrow();
	await line.exited;
});

it('is told when the relay dies, before or after it was there', async () => {
	await using early = openLine(never);
	early.relay.kill('SIGKILL');
	await early.airlock.ended;
	await expect(early.airlock.port).rejects.toThrow('the relay ended at once');
	await using late = openLine(never);
	await late.airlock.port;
	late.relay.kill('SIGKILL');
	await late.airlock.ended;
});

it('takes requests on the loopback address only', async () => {
	await using line = openLine(never);
	const asking = request({ host: '127.0.0.2', port: await line.airlock.port }).end();
	const [error] = await once(asking, 'error');
	expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});

it.each([
	['rubbish', Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(100))],
	['zeros', Buffer.alloc(100_000)],
])('ends when it is sent %s in place of HTTP/2', async (_what, bytes) => {
	const inbound = new PassThrough();
	const stream = Duplex.from({ readable: inbound, writable: new PassThrough().resume() });
	await using airlock = serveAirlock({ stream, door: { answer: never }, log: silentLogger });
	inbound.write(bytes);
	await airlock.ended;
	await expect(airlock.port).rejects.toThrow();
});

it('closes when it is asked more than any installer would', async () => {
	await using line = openLine(async () => ok(Buffer.from('x')));
	const flood = async (): Promise<void> => {
		for (let count = 0; count < 300; count += 1) await (await line.get('/x')).text();
	};
	await Promise.allSettled(Array.from({ length: 8 }, flood));
	await line.airlock.ended;
});
