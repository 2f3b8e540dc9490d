import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { LostResponseError, type SlackRequest } from '../../../../src/adapters/slack/api/calls.ts';
import type { Clock } from '../../../../src/base/clock.ts';
import { createHandClock, createJumpingClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type Answer, startApiServer } from './api-server.ts';
import { callsOn, post } from './calls-on.ts';
import { oneInstallation } from './one-installation.ts';

const { signal } = new AbortController();
const ok: Answer = { json: { ok: true, ts: '1.2' } };

function update(text: string): SlackRequest<unknown> {
	const send: SlackRequest<unknown>['send'] = (client) => client.chat.update({ channel: 'C1', ts: '1.2', text });
	return { method: 'chat.update', team: 'T1', repeat: 'safe', send };
}

/** Answers the first requests as given, all others with success. */
function first(...answers: readonly Answer[]): () => Answer {
	const left = [...answers];
	return () => left.shift() ?? ok;
}

const limited: Answer = { status: 429, headers: { 'retry-after': '7' } };

describe('createCalls()', () => {
	it('sends a request with the token of its installation, also after that has changed', async () => {
		await using server = await startApiServer(() => ok);
		let token = 'xoxb-one';
		await using calls = callsOn(
			server,
			undefined,
			oneInstallation(() => ({ token })),
		);
		await calls.run(update('a'), signal);
		token = 'xoxb-two';
		await calls.run(update('b'), signal);
		expect(server.calls.map(({ authorization }) => authorization)).toEqual(['Bearer xoxb-one', 'Bearer xoxb-two']);
	});

	it('waits as long as 429 says, then sends again', async () => {
		await using server = await startApiServer(first(limited));
		const clock = createHandClock();
		await using calls = callsOn(server, clock);
		const done = calls.run(post('hello'), signal);
		await waitFor(() => clock.waiting() === 1, 'the pause');
		await clock.advance(6999);
		expect(server.calls).toHaveLength(1);
		await clock.advance(1);
		await done;
		expect(server.calls).toHaveLength(2);
	});

	it.each([
		['429 without a time', { status: 429 }],
		['the error "ratelimited"', { json: { ok: false, error: 'ratelimited' } }],
		['the error "rate_limited"', { json: { ok: false, error: 'rate_limited' } }],
	])('takes %s for a limit', async (_what, answer: Answer) => {
		await using server = await startApiServer(first(answer));
		await using calls = callsOn(server);
		await calls.run(post('hello'), signal);
		expect(server.calls).toHaveLength(2);
	});

	it('holds up neither other methods nor other channels when one is limited', async () => {
		await using server = await startApiServer(({ args }) => (args['text'] === 'slow' ? limited : ok));
		const clock = createHandClock();
		const calls = callsOn(server, clock);
		const controller = new AbortController();
		const slow = calls.run(post('slow'), controller.signal);
		await waitFor(() => clock.waiting() === 1, 'the pause');
		await calls.run(update('other method'), signal);
		await calls.run(post('other channel', 'C2'), signal);
		controller.abort(new Error('no longer wanted'));
		await expect(slow).rejects.toThrow('no longer wanted');
	});

	it('holds up no method when another one is limited', async () => {
		await using server = await startApiServer(({ method }) => (method === 'chat.update' ? limited : ok));
		const clock = createHandClock();
		await using calls = callsOn(server, clock);
		const controller = new AbortController();
		const slow = calls.run(update('slow'), controller.signal);
		await waitFor(() => clock.waiting() === 1, 'the pause');
		await calls.run(
			{ ...update('other'), method: 'users.info', send: (client) => client.users.info({ user: 'U1' }) },
			signal,
		);
		await calls.run(post('other'), signal);
		controller.abort(new Error('no longer wanted'));
		await expect(slow).rejects.toThrow('no longer wanted');
	});

	it('keeps the order when the first of many is refused for its limit', async () => {
		await using server = await startApiServer(first(limited));
		const clock = createHandClock();
		await using calls = callsOn(server, clock);
		const started: string[] = [];
		const run = (text: string) => {
			const request = post(text);
			const send = (client: WebClient) => {
				started.push(text);
				return request.send(client);
			};
			const noted = { ...request, send };
			return calls.run(noted, signal);
		};
		const all = [run('0')];
		await waitFor(() => clock.waiting() === 1, 'the pause');
		const others = ['1', '2', '3', '4', '5'];
		all.push(...others.map(run));
		await clock.advance(60_000);
		await Promise.all(all);
		expect(started).toEqual(['0', '0', ...others]);
	});

	it.each([
		['a connection that is cut', 'cut'],
		['status 503', { status: 503, text: 'busy' }],
		['trouble of its own', { json: { ok: false, error: 'internal_error' } }],
		['an answer that is cut', { status: 200, text: '{"ok":tr' }],
	])('repeats what is safe after %s', async (_what, answer) => {
		await using server = await startApiServer(first(answer as Answer, answer as Answer));
		await using calls = callsOn(server);
		await calls.run(update('a'), signal);
		expect(server.calls).toHaveLength(3);
	});

	it.each([
		['a connection that is cut', 'cut'],
		['status 500', { status: 500 }],
		['trouble of its own', { json: { ok: false, error: 'fatal_error' } }],
	])('sends a post once, and says that the answer was lost, after %s', async (_what, answer) => {
		await using server = await startApiServer(first(answer as Answer));
		await using calls = callsOn(server);
		await expect(calls.run(post('hello'), signal)).rejects.toThrow(LostResponseError);
		expect(server.calls).toHaveLength(1);
	});

	it('sends a post again that has not left: nobody listened', async () => {
		const server = await startApiServer(() => ok);
		await server[Symbol.asyncDispose]();
		let pauses = 0;
		const clock = createJumpingClock();
		const after: Clock['after'] = (ms, then) => {
			pauses += 1;
			return clock.after(ms, then);
		};
		const calls = callsOn(server, { ...clock, after });
		await expect(calls.run(post('hello'), signal)).rejects.toThrow(LostResponseError);
		expect(pauses).toBe(4);
	});

	it('gives up what is safe after five tries', async () => {
		await using server = await startApiServer(() => 'cut');
		await using calls = callsOn(server);
		await expect(calls.run(update('a'), signal)).rejects.toThrow(LostResponseError);
		expect(server.calls).toHaveLength(5);
	});

	it('hands on what Slack refuses', async () => {
		await using server = await startApiServer(() => ({ json: { ok: false, error: 'not_in_channel' } }));
		await using calls = callsOn(server);
		await expect(calls.run(post('hello'), signal)).rejects.toThrow(WebAPIPlatformError);
		await expect(calls.run(update('hello'), signal)).rejects.toThrow('not_in_channel');
	});

	it('does not call back a post that is on its way', async () => {
		const answer = Promise.withResolvers<Answer>();
		await using server = await startApiServer(() => answer.promise);
		await using calls = callsOn(server);
		const controller = new AbortController();
		const posted = calls.run(post('hello'), controller.signal);
		await waitFor(() => server.calls.length === 1, 'the request');
		controller.abort(new Error('no longer wanted'));
		answer.resolve(ok);
		expect(await posted).toMatchObject({ ok: true });
	});

	it('does not wait for an answer that may be asked for again', async () => {
		await using server = await startApiServer(() => new Promise<Answer>(() => {}));
		const calls = callsOn(server);
		const controller = new AbortController();
		const asked = calls.run(update('hello'), controller.signal);
		await waitFor(() => server.calls.length === 1, 'the request');
		controller.abort(new Error('no longer wanted'));
		await expect(asked).rejects.toThrow('no longer wanted');
	});

	it('keeps within the tier over the whole minute', async () => {
		const clock = createHandClock();
		const times: number[] = [];
		await using server = await startApiServer(() => {
			times.push(clock.now());
			return ok;
		});
		await using calls = callsOn(server, clock);
		const start = clock.now();
		const all = Promise.all(Array.from({ length: 60 }, (_, index) => calls.run(update(`${index}`), signal)));
		await waitFor(() => times.length === 13, 'the burst');
		for (let second = 0; second < 120 && times.length < 60; second += 1) await clock.advance(1000);
		await all;
		expect(times.filter((at) => at < start + 60_000).length).toBeLessThanOrEqual(50);
	});
});
