import { describe, expect, it } from 'vitest';
import { LostResponseError } from '../../../../src/adapters/slack/api/calls.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type Answer, startApiServer } from './api-server.ts';
import { callsOn, post } from './calls-on.ts';

const { signal } = new AbortController();
const ok: Answer = { json: { ok: true, ts: '1.2' } };

describe('createCalls(), disposed', () => {
	it('ends when what was begun has ended, and takes nothing more', async () => {
		const answer = Promise.withResolvers<Answer>();
		await using server = await startApiServer(() => answer.promise);
		const calls = callsOn(server, createHandClock());
		const posted = calls.run(post('hello'), signal);
		await waitFor(() => server.calls.length === 1, 'the request');
		let ended = false;
		const end = calls[Symbol.asyncDispose]().then(() => {
			ended = true;
		});
		await expect(calls.run(post('too late'), signal)).rejects.toThrow('closing');
		expect(ended).toBe(false);
		answer.resolve(ok);
		await end;
		expect(await posted).toMatchObject({ ok: true });
	});

	it('ends within 1.5 seconds although a limit lasts longer: what waits was not sent', async () => {
		await using server = await startApiServer(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
		const clock = createHandClock();
		const calls = callsOn(server, clock);
		const posted = expect(calls.run(post('hello'), signal)).rejects.toThrow('was closed');
		await waitFor(() => clock.waiting() === 1, 'the pause');
		const end = calls[Symbol.asyncDispose]();
		await clock.advance(1500);
		await end;
		await posted;
	});

	it('ends within 1.5 seconds although Slack never answers: what was sent counts as lost', async () => {
		const answer = Promise.withResolvers<Answer>();
		await using server = await startApiServer(() => answer.promise);
		const clock = createHandClock();
		const calls = callsOn(server, clock);
		const posted = expect(calls.run(post('hello'), signal)).rejects.toBeInstanceOf(LostResponseError);
		await waitFor(() => server.calls.length === 1, 'the request');
		const end = calls[Symbol.asyncDispose]();
		await clock.advance(1500);
		await end;
		await posted;
		answer.resolve(ok);
	});
});
