import { expect, it } from 'vitest';
import { waitFor } from '../support/wait-for.ts';
import { askAt, budgetOf, openLine, question, startRelay } from './gateway-line.ts';
import { chatAnswer, chatEvents, json } from './scripted-upstream.ts';

const limits = { tokens: 1_000_000, minutes: 60 };
const order = (run: string) => ({ run, agent: 'pi', limits, budget: budgetOf([]), onNotice: () => {} });

async function refusal(response: Response): Promise<readonly [number, string]> {
	return [response.status, await response.text()];
}

it.each([
	['Authorization', (key: string) => ({ headers: { authorization: `Bearer ${key}` } })],
	['x-api-key', (key: string) => ({ headers: { authorization: '', 'x-api-key': key } })],
	['x-goog-api-key', (key: string) => ({ headers: { authorization: '', 'x-goog-api-key': key } })],
	['the query', (key: string) => ({ headers: { authorization: '' }, path: `/v1/chat/completions?k%65y=${key}` })],
])('takes a key from %s, and sends it nowhere', async (_where, give) => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	expect((await line.ask(question(), give(line.run.key))).status).toBe(200);
	expect(JSON.stringify(line.upstream.reached)).not.toContain('vk-');
});

it('refuses a call without a key, and one with a key that nobody made', async () => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	expect(await refusal(await line.ask(question(), { headers: { authorization: '' } }))).toEqual([
		401,
		expect.stringContaining('This request has no key'),
	]);
	const made = { headers: { authorization: `Bearer vk-${'A'.repeat(43)}` } };
	expect(await refusal(await line.ask(question(), made))).toEqual([401, expect.stringContaining('is not known here')]);
	expect(line.upstream.reached).toEqual([]);
});

it('takes no key of a request that has two of them', async () => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	const { key } = line.run;
	const path = `/v1/chat/completions?key=${key}`;
	for (const give of [
		{ headers: { 'x-api-key': 'other' } },
		{ headers: { 'x-api-key': 'other' }, path },
		{ path: '/v1/chat/completions?key=other' },
		{ headers: { authorization: '' }, path: `${path}&key=other` },
		{ headers: { authorization: `Bearer ${key}, Bearer other` } },
	])
		expect((await line.ask(question(), give)).status).toBe(401);
	expect((await line.ask(question(), { headers: { 'x-api-key': key }, path })).status).toBe(200);
	expect(line.upstream.reached).toHaveLength(1);
});

it('refuses the key of another run, as if nobody had made it, and tells the operator', async () => {
	await using line = await openLine(json(chatAnswer));
	const other = line.gateway.open(order('s~2'));
	using _one = line.run.prompt();
	using _other = other.prompt();
	await using relay = startRelay(line.gateway, 's~2');
	const stolen = await askAt(await relay.url, line.run.key, question(), {});
	const none = await askAt(await relay.url, `vk-${'A'.repeat(43)}`, question(), {});
	expect(await refusal(stolen)).toEqual(await refusal(none));
	expect(line.logged).toContainEqual(
		expect.objectContaining({ run: 's~2', why: 'the key of run "s~1" was used in the sandbox of run "s~2"' }),
	);
	expect((await askAt(await relay.url, other.key, question(), {})).status).toBe(200);
});

it('takes a key only while a prompt is under way', async () => {
	await using line = await openLine(json(chatAnswer));
	const closed = [401, expect.stringContaining('only while a prompt of its run is under way')];
	expect(await refusal(await line.ask(question()))).toEqual(closed);
	const first = line.run.prompt();
	const second = line.run.prompt();
	first[Symbol.dispose]();
	first[Symbol.dispose]();
	expect((await line.ask(question())).status).toBe(200);
	second[Symbol.dispose]();
	expect(await refusal(await line.ask(question()))).toEqual(closed);
});

it('ends calls under way with their prompt, and settles them', async () => {
	const begun = Promise.withResolvers<void>();
	await using line = await openLine((response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.write(chatEvents[0], () => begun.resolve());
	});
	const prompt = line.run.prompt();
	const asked = line.ask(question({ stream: true }));
	await begun.promise;
	const response = await asked;
	prompt[Symbol.dispose]();
	expect(await response.text()).toContain('The prompt of this call has ended');
	await line.upstream.reached[0]?.closed;
	expect(line.run.ledger()).toMatchObject({ calls: 1, held: 0 });
	expect(line.run.ledger().spent.inputTokens).toBeGreaterThan(0);
});

it('makes a key void with its run', async () => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	await line.run[Symbol.asyncDispose]();
	expect(await refusal(await line.ask(question()))).toEqual([401, expect.stringContaining('is not known here')]);
	expect(line.gateway.keys()).toEqual([]);
	const again = line.gateway.open(order('s~1'));
	using _again = again.prompt();
	expect((await line.ask(question())).status).toBe(401);
	expect(() => line.gateway.open(order('s~1'))).toThrow('has one already');
});

it('waits at the end of a run until its calls are settled', async () => {
	const begun = Promise.withResolvers<void>();
	await using line = await openLine(() => begun.resolve());
	line.run.prompt();
	const asked = line.ask(question());
	await begun.promise;
	await line.run[Symbol.asyncDispose]();
	// Nobody knows what the model did for it.
	expect(line.spent).toMatchObject([{ outputTokens: 100 }]);
	expect((await asked).status).toBe(401);
});

it('ends a run whose agent reads nothing', async () => {
	let given = 0;
	await using line = await openLine(async (response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		for (const piece = Buffer.alloc(65_536, 'x'); !response.destroyed; given += piece.length)
			await new Promise((resolve) => response.write(piece, resolve));
	});
	line.run.prompt();
	const response = await line.ask(question({ stream: true }));
	let before = -1;
	let looks = 0;
	// The server stands still sooner than the gateway
	await waitFor(() => {
		looks = given === before ? looks + 1 : 0;
		before = given;
		return looks === 25;
	}, 'the upstream to stand still');
	await line.run[Symbol.asyncDispose]();
	expect(line.spent).toHaveLength(1);
	await response.body?.cancel();
});

it('lists keys without telling them, and revokes one at once', async () => {
	const begun = Promise.withResolvers<void>();
	await using line = await openLine(() => begun.resolve());
	using _prompt = line.run.prompt();
	const [facts] = line.gateway.keys();
	expect(facts).toMatchObject({ run: 's~1', agent: 'codex', state: 'open', calls: 0, tokens: 0 });
	expect(JSON.stringify(facts)).not.toContain(line.run.key);
	const asked = line.ask(question());
	await begun.promise;
	expect(line.gateway.revoke(facts?.id ?? '')).toBe(true);
	expect(await refusal(await asked)).toEqual([401, expect.stringContaining('revoked by the operator')]);
	expect(await refusal(await line.ask(question()))).toEqual([401, expect.stringContaining('revoked by the operator')]);
	expect(line.gateway.keys()).toMatchObject([{ state: 'revoked' }]);
	expect(line.gateway.revoke('00000000')).toBe(false);
});

it('gives every run another key', async () => {
	await using line = await openLine(json(chatAnswer));
	const runs = Array.from({ length: 50 }, (_, at) => line.gateway.open(order(`t~${at}`)));
	expect(new Set(runs.map(({ key }) => key)).size).toBe(50);
	for (const { key } of runs) expect(key).toMatch(/^vk-[\w-]{43}$/);
});

it('goes on with a new relay when one dies, at the same port', async () => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	const port = Number(new URL(await line.relay.url).port);
	// It waits for the port that the dying one still holds
	await using next = startRelay(line.gateway, 's~1', port);
	line.relay.process.kill('SIGKILL');
	await line.relay.served.ended;
	expect(await next.served.ready).toBe(port);
	expect((await line.ask(question())).status).toBe(200);
});
