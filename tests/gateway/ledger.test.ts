import { expect, it } from 'vitest';
import { openLine, question } from './gateway-line.ts';
import { type Answer, chatAnswer, json } from './scripted-upstream.ts';

/** Answers counting and all other calls. */
const counting =
	(count: Answer, other: Answer): Answer =>
	(response, reached) =>
		(reached.url.includes('count_tokens') ? count : other)(response, reached);
const message = { model: 'm1', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] };
const wrong = json({ error: { message: 'No' } }, 500);

it('says of a prompt what became of its last answer, not of its last counting', async () => {
	await using line = await openLine(counting(json({ input_tokens: 5 }), wrong));
	using _prompt = line.run.prompt();
	expect((await line.ask(message, { path: '/v1/messages' })).status).toBe(500);
	expect((await line.ask(message, { path: '/v1/messages/count_tokens' })).status).toBe(200);
	expect(line.run.ledger().lastError).toMatchObject({ status: 500 });
});

it('takes a server that counts no tokens for no failure, and tells nobody', async () => {
	await using line = await openLine(counting(json({ detail: 'Not Found' }, 404), json({ usage: {} })));
	using _prompt = line.run.prompt();
	await (await line.ask(message, { path: '/v1/messages' })).text();
	expect((await line.ask(message, { path: '/v1/messages/count_tokens' })).status).toBe(404);
	expect(line.run.ledger().lastError).toBeUndefined();
	expect(line.notices).toEqual([]);
	expect(line.logged.at(-1)).toMatchObject({ message: 'Model call', status: 404 });
});

it('knows of an agent that was told that it calls too often', async () => {
	await using line = await openLine(json(chatAnswer), { limits: { tokens: 1e6, minutes: 60, callsAMinute: 1 } });
	using _prompt = line.run.prompt();
	expect((await line.ask(question())).status).toBe(200);
	expect((await line.ask(question())).status).toBe(429);
	expect(line.run.ledger().lastError).toEqual({
		status: 429,
		sentence: 'This run has made 1 calls within a minute, and may make no more',
	});
});

it('knows of an agent that was told that its key is revoked', async () => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	await (await line.ask(question())).text();
	line.gateway.revoke(line.gateway.keys()[0]?.id ?? '');
	expect(line.run.ledger().lastError).toBeUndefined();
	expect((await line.ask(question())).status).toBe(401);
	expect(line.run.ledger().lastError).toEqual({ status: 401, sentence: 'This key has been revoked by the operator' });
});

it('begins a prompt without the failure of the one before', async () => {
	await using line = await openLine(wrong);
	const first = line.run.prompt();
	expect((await line.ask(question())).status).toBe(500);
	first[Symbol.dispose]();
	expect(line.run.ledger().lastError).toMatchObject({ status: 500 });
	using _second = line.run.prompt();
	expect(line.run.ledger().lastError).toBeUndefined();
});

it('takes a call that ended with its prompt for no failure of the next one, whenever it is settled', async () => {
	const begun = Promise.withResolvers<void>();
	const settled = Promise.withResolvers<void>();
	const budget = { reserve: async () => ({ settle: () => settled.promise }) };
	await using line = await openLine(() => begun.resolve(), { budget });
	const first = line.run.prompt();
	const asked = line.ask(question());
	await begun.promise;
	first[Symbol.dispose]();
	using _second = line.run.prompt();
	settled.resolve();
	expect((await asked).status).toBe(401);
	expect(line.run.ledger().lastError).toBeUndefined();
});
