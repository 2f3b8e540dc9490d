import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { gatewayLimits } from '../../src/gateway/gateway-limits.ts';
import { waitFor } from '../support/wait-for.ts';
import { askAt, budgetOf, openLine, operatorKey, question, startRelay } from './gateway-line.ts';
import { chatAnswer, chatEvents, json } from './scripted-upstream.ts';

it('takes a call upstream with the operator’s key, written anew, and brings the answer back as it is', async () => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	const response = await line.ask(question(), { headers: { cookie: 'a=b', 'x-mine': '1', 'user-agent': 'agent/1' } });
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual(chatAnswer);
	const [reached] = line.upstream.reached;
	expect(reached).toMatchObject({ method: 'POST', url: '/v1/chat/completions' });
	expect(reached?.headers['authorization']).toBe(`Bearer ${operatorKey}`);
	expect(Object.keys(reached?.headers ?? {}).toSorted()).toEqual([
		'accept',
		'accept-encoding',
		'authorization',
		'connection',
		'content-length',
		'content-type',
		'host',
	]);
	expect(line.run.ledger()).toMatchObject({ calls: 1, held: 0, spent: { inputTokens: 7, outputTokens: 3 } });
	expect(line.spent).toMatchObject([{ inputTokens: 7, outputTokens: 3 }]);
});

it('passes of an answer’s headers only what agents need', async () => {
	await using line = await openLine((response) => {
		response.writeHead(200, {
			'content-type': 'application/json',
			'x-request-id': 'r1',
			'set-cookie': 'a=b',
			server: 'internal.lan',
			via: '1.1 proxy.lan',
		});
		response.end(JSON.stringify(chatAnswer));
	});
	using _prompt = line.run.prompt();
	const { headers } = await line.ask(question());
	expect(Object.fromEntries(headers)).toEqual({
		'content-type': 'application/json',
		'x-request-id': 'r1',
		date: expect.any(String),
		connection: 'keep-alive',
		'keep-alive': expect.any(String),
		'transfer-encoding': 'chunked',
	});
});

it('brings a piece on as soon as it is there', async () => {
	const more = Promise.withResolvers<void>();
	await using line = await openLine(async (response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.write(chatEvents[0]);
		await more.promise;
		response.end(chatEvents.slice(1).join(''));
	});
	using _prompt = line.run.prompt();
	const response = await line.ask(question({ stream: true }));
	const reader = response.body?.getReader();
	expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe(chatEvents[0]);
	more.resolve();
	let rest = '';
	for (let next = await reader?.read(); next?.value; next = await reader?.read()) rest += Buffer.from(next.value);
	expect(rest).toBe(chatEvents.slice(1).join(''));
});

it('brings 6 MB through unchanged', async () => {
	const bytes = randomBytes(6e6);
	await using line = await openLine(
		(response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(bytes),
	);
	using _prompt = line.run.prompt();
	const got = Buffer.from(await (await line.ask(question())).arrayBuffer());
	expect(createHash('sha256').update(got).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
});

it('reads no further ahead than a reader that does not read, and ends the upstream when the reader leaves', async () => {
	let given = 0;
	await using line = await openLine(async (response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		for (const piece = Buffer.alloc(65_536, 'x'); !response.destroyed; given += piece.length)
			await new Promise((resolve) => response.write(piece, resolve));
	});
	using _prompt = line.run.prompt();
	const leaving = new AbortController();
	await line.ask(question({ stream: true }), { signal: leaving.signal });
	let before = -1;
	await waitFor(async () => {
		const stays = given === before;
		before = given;
		await line.ask('', { path: '/api/hello', method: 'GET' });
		return stays;
	}, 'the upstream to stand still');
	expect(given).toBeLessThan(32e6);
	leaving.abort();
	await line.upstream.reached[0]?.closed;
	await waitFor(() => line.run.ledger().held === 0, 'the call to be settled');
	expect(line.run.ledger().spent.outputTokens).toBe(100);
	expect(line.logged.at(-1)).toMatchObject({ message: 'Model call', status: 499 });
});

it('greets whoever asks only if anybody is there', async () => {
	await using line = await openLine(json(chatAnswer));
	for (const [method, path] of [
		['HEAD', '/'],
		['HEAD', '/api/hello'],
		['GET', '/api/hello'],
	] as const) {
		const response = await line.ask('', { path, method });
		expect([response.status, await response.text()]).toEqual([200, '']);
	}
	expect(line.upstream.reached).toEqual([]);
});

it('answers lists of models itself, with those that are allowed', async () => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	const list = await (await line.ask('', { path: '/v1/models', method: 'GET' })).json();
	expect(list).toMatchObject({ data: [{ id: 'm1' }, { id: 'm2' }] });
	expect(line.upstream.reached).toEqual([]);
});

it('tells of each feature that was taken out once', async () => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	for (let time = 0; time < 3; time += 1) await (await line.ask(question({ web_search_options: {} }))).text();
	expect(line.notices).toMatchObject([{ kind: 'stripped' }]);
	expect(line.run.ledger().stripped).toHaveLength(1);
	expect(line.upstream.reached.every(({ body }) => !body.includes('web_search'))).toBe(true);
});

it('reads a body of 33 MB to its end and says that it is too large', async () => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	const body = Buffer.alloc(33 * 2 ** 20, ' ');
	const known = await line.ask(String(body));
	expect([known.status, await known.text()]).toEqual([413, expect.stringContaining('32 MB')]);
	const { hostname, port } = new URL(await line.relay.url);
	const headers = { authorization: `Bearer ${line.run.key}`, 'transfer-encoding': 'chunked' };
	const asking = request({ hostname, port, path: '/v1/chat/completions', method: 'POST', headers });
	asking.end(body);
	const [response] = await once(asking, 'response');
	expect([response.statusCode, await text(response)]).toEqual([413, expect.stringContaining('too large')]);
	expect(line.upstream.reached).toEqual([]);
	expect((await line.ask(question())).status).toBe(200);
});

it('holds only so many bodies of one run in memory, which does not touch another', async () => {
	const open = Promise.withResolvers<void>();
	const limits = { ...gatewayLimits, bodyBytes: 1_000, runBodyBytes: 1_500 };
	await using line = await openLine(
		async (response, reached) => {
			await open.promise;
			await json(chatAnswer)(response, reached);
		},
		{ gateway: { limits } },
	);
	using _prompt = line.run.prompt();
	const large = question({ messages: [{ role: 'user', content: 'x'.repeat(800) }] });
	const first = line.ask(large);
	await waitFor(() => line.upstream.reached.length === 1, 'the first call to be sent');
	const second = await line.ask(large);
	expect([second.status, second.headers.get('retry-after')]).toEqual([503, '5']);
	const other = line.gateway.open({
		...{ run: 's~2', agent: 'pi', limits: { tokens: 1e6, minutes: 60 }, budget: budgetOf([]), onNotice: () => {} },
	});
	using _other = other.prompt();
	await using relay = startRelay(line.gateway, 's~2');
	const third = askAt(await relay.url, other.key, large, {});
	await waitFor(() => line.upstream.reached.length === 2, 'the call of the other run to be sent');
	open.resolve();
	expect([(await first).status, (await third).status, (await line.ask(large)).status]).toEqual([200, 200, 200]);
});
