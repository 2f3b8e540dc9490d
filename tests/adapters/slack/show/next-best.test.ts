import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../../src/adapters/slack/thread-keys.ts';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import type { OutboxRow } from '../../../../src/store/store.ts';
import type { FakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import {
	answer,
	createFeed,
	done,
	type OpenShow,
	openShow,
	play,
	started,
	taken,
	toolFinished,
	toolStarted,
} from './open-show.ts';

const by = { id: 'slack:T1/U1', name: 'Ada' };

function takenBy(key: string): AgentEvent {
	return { ...taken(key), by } as AgentEvent;
}

function failed(reason: string): AgentEvent {
	return { type: 'turn-ended', key: `${started.turn}/end/ended`, turn: started.turn, outcome: 'failed', reason };
}

/** A turn that runs in a thread of Ada's, with a line of it to be seen. */
async function running(opened: OpenShow) {
	const { thread, key } = opened.root();
	const feed = createFeed();
	const showing = opened.show(thread, feed);
	feed.push(started, takenBy(key), toolStarted('c1'));
	await opened.see(() => opened.shown(thread).length === 1, 'the live message');
	return {
		thread,
		async end(...events: readonly AgentEvent[]) {
			feed.push(...events);
			feed.end();
			await opened.until(showing);
			expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
		},
	};
}

/** The rows as the core reads them before a show. */
function rowsOf({ outbox }: OpenShow): OutboxRow[] {
	return outbox.all.map((row) => ({ ...row }));
}

/** What the bot has said in the channel outside of threads. */
function inChannel({ slack }: OpenShow): string[] {
	return slack.messages('C1').flatMap((one) => (one.botId && one.threadTs === undefined ? [slack.plainText(one)] : []));
}

function inDm({ slack }: OpenShow): string[] {
	return slack.messages(slack.dm('U1')).map((message) => slack.plainText(message));
}

describe('what a thread of Slack takes no more', () => {
	it.each([
		[
			'the bot was taken out of the channel',
			(slack: FakeSlack) => slack.kick('C1', slack.botUser),
			'not in this channel',
		],
		['the channel was archived', (slack: FakeSlack) => slack.archive('C1'), 'archived'],
		[
			'the thread was locked',
			(slack: FakeSlack) => slack.failNext('chat.postMessage', 'restricted_action_thread_locked'),
			'locked',
		],
	])('is said to whoever asked alone, with why, when %s', async (_, close, why) => {
		await using opened = await openShow();
		const { thread, end } = await running(opened);
		const before = opened.shown(thread).length;
		close(opened.slack);
		await end(toolFinished('c1'), answer('The sum is <!channel> 42.', 2), done);
		const [told = '', ...others] = inDm(opened);
		expect(told).toContain(why);
		expect(told).toContain('42.');
		expect(others).toEqual([]);
		expect(opened.slack.messages(opened.slack.dm('U1')).flatMap((one) => opened.slack.pings(one))).toEqual([]);
		expect([inChannel(opened), opened.shown(thread).length]).toEqual([[], before]);
	});

	it.each(['drop-response', 'drop-request'])('is said once when Slack meets that with %s', async (fault) => {
		await using opened = await openShow();
		const { end } = await running(opened);
		for (const one of ['not_in_channel', fault]) opened.slack.failNext('chat.postMessage', one);
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect(inDm(opened)).toEqual([expect.stringContaining('42.')]);
	});

	it('is said once over a crash, whatever was said there since', async () => {
		let alive = true;
		const outbox = createMemoryOutbox((call, key) => {
			if (alive && call === 'sent' && key.endsWith('/direct')) throw new Error('crash');
		});
		await using opened = await openShow({ outbox });
		const { thread, key } = opened.root();
		opened.slack.kick('C1', opened.slack.botUser);
		const events = [started, takenBy(key), answer('The sum is 42.'), done];
		await expect(opened.until(opened.show(thread, play(...events)))).rejects.toThrow('crash');
		alive = false;
		for (let count = 0; count < 250; count += 1)
			void opened.slack
				.as('U1')
				.say(opened.slack.dm('U1'), `word ${count}`)
				.catch(() => {});
		await opened.until(opened.show(thread, play(...events), rowsOf(opened)));
		expect(inDm(opened).filter((text) => text.includes('42.'))).toHaveLength(1);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('is said once, whatever rows its second show was begun with', async () => {
		let alive = true;
		const outbox = createMemoryOutbox((call, of) => {
			if (alive && call === 'sent' && of.endsWith('/message')) throw new Error('crash');
		});
		await using opened = await openShow({ outbox });
		const { thread, key } = opened.root();
		opened.slack.kick('C1', opened.slack.botUser);
		const show = () => opened.until(opened.show(thread, play(started, takenBy(key), answer('The sum is 42.'), done)));
		await expect(show()).rejects.toThrow('crash');
		alive = false;
		await show();
		expect(inDm(opened)).toEqual([expect.stringContaining('42.')]);
	});

	it('is why the turn failed, and names files that were not handed over', async () => {
		await using opened = await openShow();
		const { end } = await running(opened);
		opened.slack.kick('C1', opened.slack.botUser);
		const file = {
			type: 'artifact',
			key: 't1-x/a/artifact',
			name: 'a.csv',
			path: '/nowhere',
			size: 1,
			sha256: '',
		} as const;
		await end(toolFinished('c1'), file, failed('The endpoint is gone'));
		expect(inDm(opened).join('\n')).toMatch(/The endpoint is gone[\s\S]*"a\.csv"/);
	});

	it.each([
		['nobody is known who asked', taken],
		['whoever asked takes no direct messages', takenBy],
	])('is kept when %s, and shown in the thread once the bot is let in again', async (_, takenOf) => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const events = [started, takenOf(key), toolStarted('c1'), toolFinished('c1'), answer('42', 2), done];
		for (const code of ['not_in_channel', 'messages_tab_disabled']) opened.slack.failNext('chat.postMessage', code);
		await expect(opened.until(opened.show(thread, play(...events)))).rejects.toThrow('not_in_channel');
		opened.slack.failNext('chat.postMessage', '', 0);
		await opened.until(opened.show(thread, play(...events), rowsOf(opened)));
		const [live = '', answered = '', ...others] = opened.shown(thread).map((one) => opened.slack.plainText(one));
		expect([live, answered, ...others]).toEqual([expect.stringContaining('ls c1'), expect.stringContaining('42')]);
		expect([inChannel(opened), inDm(opened)]).toEqual([[], []]);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('is kept again when it is not let in, and told when whoever asked takes messages', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const events = [started, takenBy(key), answer('42'), done];
		for (const code of ['is_archived', 'messages_tab_disabled', 'is_archived', 'messages_tab_disabled'])
			opened.slack.failNext('chat.postMessage', code);
		for (const _try of [1, 2])
			await expect(opened.until(opened.show(thread, play(...events), rowsOf(opened)))).rejects.toThrow('is_archived');
		opened.slack.archive('C1');
		await opened.until(opened.show(thread, play(...events), rowsOf(opened)));
		expect(inDm(opened)).toEqual([expect.stringContaining('42')]);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('is in the log alone when nobody can be told and no bot can be let in, and the turn ends', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		opened.slack.failNext('chat.postMessage', 'restricted_action_thread_locked');
		await opened.until(opened.show(thread, play(started, taken(key), answer('42'), done)));
		expect([inChannel(opened), inDm(opened)]).toEqual([[], []]);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});
});

describe('a request that its author deletes in Slack', () => {
	it.each([
		['an answer', [answer('The sum is 42.'), done]],
		['a turn with tools', [toolStarted('c1'), toolFinished('c1'), answer('The sum is 42.', 2), done]],
		['a failure', [failed('The endpoint is gone')]],
	])('is answered nowhere, neither in the channel nor directly: %s', async (_, events) => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		opened.slack
			.as('U1')
			.remove(placeOf(thread).ts)
			.catch(() => {});
		await opened.until(opened.show(thread, play(started, takenBy(key), ...events)));
		expect([inChannel(opened), inDm(opened)]).toEqual([[], []]);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('is answered in its thread where that has answers, for it has a tombstone then', async () => {
		await using opened = await openShow();
		const { thread, end } = await running(opened);
		opened.slack
			.as('U1')
			.remove(placeOf(thread).ts)
			.catch(() => {});
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect(inChannel(opened)).toEqual([]);
		expect(
			opened
				.shown(thread)
				.map((one) => opened.slack.plainText(one))
				.join('\n'),
		).toContain('The sum is 42.');
	});

	it.each(['invalid_auth', 'token_revoked', 'account_inactive'])(
		'is said nowhere, and kept, when it is the bot that Slack does not know: %s',
		async (code) => {
			await using opened = await openShow();
			const { end } = await running(opened);
			opened.slack.failNext('chat.postMessage', code);
			await expect(end(toolFinished('c1'), answer('The sum is 42.', 2), done)).rejects.toThrow(code);
			expect([inDm(opened), inChannel(opened)]).toEqual([[], []]);
			expect(opened.outbox.all.some(({ id }) => id === undefined)).toBe(true);
		},
	);

	it('is said nowhere, and kept, when somebody between us and Slack answers 401', async () => {
		await using opened = await openShow();
		const { end } = await running(opened);
		opened.slack.failNext('chat.postMessage', { status: 401 });
		await expect(end(toolFinished('c1'), answer('The sum is 42.', 2), done)).rejects.toThrow('401');
		expect([inDm(opened), inChannel(opened)]).toEqual([[], []]);
		expect(opened.outbox.all.some(({ id }) => id === undefined)).toBe(true);
	});
});
