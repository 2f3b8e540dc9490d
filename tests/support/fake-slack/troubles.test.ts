import { WebAPIHTTPError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../wait-for.ts';
import { type FakeSlack, startFakeSlack } from './fake-slack.ts';
import { allScopes } from './options.ts';
import { errorOf, slackClient } from './slack-client.ts';

const post = (slack: FakeSlack, channel = 'C1') => slackClient(slack).chat.postMessage({ channel, text: 'x' });
const test = (slack: FakeSlack) => slackClient(slack).auth.test();

/** How many of `count` calls go through, and what the first refused one must wait. */
async function through(
	count: number,
	call: () => Promise<unknown>,
): Promise<{ taken: number; wait: number | undefined }> {
	let taken = 0;
	let wait: number | undefined;
	for (let index = 0; index < count; index += 1) {
		try {
			await call();
			taken += 1;
		} catch (error) {
			if (!(error instanceof WebAPIRateLimitedError)) throw error;
			wait ??= error.retryAfter;
		}
	}
	return { taken, wait };
}

describe('faults of the fake Slack', () => {
	it('are met by the next calls of a method, in order, and by no other', async () => {
		await using slack = await startFakeSlack({ retryMs: [] });
		slack.failNext('chat.postMessage', 'internal_error', 2);
		slack.failNext('chat.postMessage', { status: 503 });
		expect(await errorOf(test(slack))).toBe('ok');
		expect(await errorOf(post(slack))).toBe('internal_error');
		expect(await errorOf(post(slack))).toBe('internal_error');
		await expect(post(slack)).rejects.toBeInstanceOf(WebAPIHTTPError);
		expect(await errorOf(post(slack))).toBe('ok');
		expect(slack.calls('chat.postMessage').map(({ outcome }) => outcome)).toEqual([
			...['internal_error', 'internal_error', '503', 'ok'],
		]);
		expect(slack.messages('C1')).toHaveLength(1);
	});

	it('lose a request, or the response of what was done', async () => {
		await using slack = await startFakeSlack({ retryMs: [] });
		slack.failNext('chat.postMessage', 'drop-request');
		await expect(post(slack)).rejects.toBeInstanceOf(WebAPIRequestError);
		expect(slack.messages('C1')).toHaveLength(0);
		slack.failNext('chat.postMessage', 'drop-response');
		await expect(post(slack)).rejects.toBeInstanceOf(WebAPIRequestError);
		expect(slack.messages('C1')).toHaveLength(1);
	});

	it('leave a call without an answer until the fake ends', async () => {
		const slack = await startFakeSlack({ retryMs: [] });
		slack.failNext('chat.postMessage', 'hang');
		const call = post(slack);
		call.catch(() => {});
		await waitFor(() => slack.calls('chat.postMessage').length === 1, 'the call');
		await slack[Symbol.asyncDispose]();
		await expect(call).rejects.toBeInstanceOf(WebAPIRequestError);
	});
});

describe('limits of the fake Slack', () => {
	it('are off by default', async () => {
		await using slack = await startFakeSlack({ retryMs: [], timePasses: false });
		expect(await through(30, () => post(slack))).toEqual({ taken: 30, wait: undefined });
	});

	it('are set by a test: so many a minute, or so many calls refused', async () => {
		await using slack = await startFakeSlack({ retryMs: [], timePasses: false });
		slack.rateLimit('chat.postMessage', { perMinute: 2 });
		expect(await through(4, () => post(slack))).toEqual({ taken: 2, wait: 60 });
		expect(await errorOf(test(slack))).toBe('ok');
		slack.advance(60_000);
		expect(await through(3, () => post(slack))).toMatchObject({ taken: 2 });
		slack.rateLimit('chat.postMessage', { retryAfter: 7, times: 2 });
		expect(await through(3, () => post(slack))).toEqual({ taken: 1, wait: 7 });
		slack.rateLimit('chat.postMessage', undefined);
		expect(await through(3, () => post(slack))).toMatchObject({ taken: 3 });
		expect(slack.calls().filter(({ outcome }) => outcome === 'ratelimited')).toHaveLength(5);
	});

	it('are the tiers’: 20, 50 and 100 a minute a method and a workspace', async () => {
		await using slack = await startFakeSlack({
			retryMs: [],
			timePasses: false,
			tiers: true,
			scopes: [...allScopes, 'team:read'],
		});
		const client = slackClient(slack);
		slack.addGroup({ id: 'S1', users: [] });
		expect(await through(22, () => client.usergroups.users.list({ usergroup: 'S1' }))).toMatchObject({ taken: 20 });
		expect(await through(52, () => client.team.info())).toMatchObject({ taken: 50 });
		expect(await through(102, () => client.users.info({ user: 'U1' }))).toMatchObject({ taken: 100 });
	});

	it('are one post a second in a channel, after a short burst', async () => {
		await using slack = await startFakeSlack({ retryMs: [], timePasses: false, tiers: true });
		slack.addChannel({ id: 'C2' });
		const { taken, wait } = await through(10, () => post(slack));
		expect(taken).toBe(5);
		expect(wait).toBe(1);
		expect(await through(1, () => post(slack, 'C2'))).toMatchObject({ taken: 1 });
		slack.advance(5000);
		expect(await through(10, () => post(slack))).toMatchObject({ taken: 5 });
	});

	it('of a distributed app are one look into a thread a minute, of 15 messages', async () => {
		await using slack = await startFakeSlack({ retryMs: [], timePasses: false, distributed: true });
		const client = slackClient(slack);
		const { ts = '' } = await post(slack);
		for (let index = 0; index < 20; index += 1)
			await client.chat.postMessage({ channel: 'C1', text: 'a', thread_ts: ts });
		const { messages, has_more } = await client.conversations.replies({ channel: 'C1', ts, limit: 100 });
		expect(messages).toHaveLength(15);
		expect(has_more).toBe(true);
		expect(await through(1, () => client.conversations.replies({ channel: 'C1', ts }))).toEqual({ taken: 0, wait: 60 });
		slack.advance(60_000);
		expect(await through(1, () => client.conversations.replies({ channel: 'C1', ts }))).toMatchObject({ taken: 1 });
	});
});
