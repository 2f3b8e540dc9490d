import { describe, expect, it } from 'vitest';
import { messageKey, placeOf } from '../../../../src/adapters/slack/thread-keys.ts';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import type { Question } from '../../../../src/chat/question.ts';
import { askedByCall } from '../../../support/asked-by-call.ts';
import {
	answer,
	createFeed,
	done,
	openShow,
	play,
	started,
	taken,
	toolFinished,
	toolStarted,
	words,
} from './open-show.ts';
import { textsOf } from './streaming-turn.ts';

const asked: Question = {
	id: 'q1',
	session: 's',
	turn: 't1-x',
	...askedByCall('c9'),
	text: 'Which region?',
	answer: { kind: 'choices', choices: ['north', 'south'] },
	whoMayAnswer: [],
	until: '2999-01-01T00:00:00Z',
	state: 'open',
};
const question: AgentEvent = { type: 'question', key: 't1-x/c9/question', question: asked };
const waitsForAnswer: AgentEvent = {
	type: 'turn-ended',
	key: 't1-x/c9/waiting',
	turn: 't1-x',
	outcome: 'waiting',
	question: 'q1',
};
const command = { session: 's', turn: 'in-T1/C1/1.1', answers: 'T1/C1/1.1' } as const;

function statusesOf(opened: Awaited<ReturnType<typeof openShow>>): unknown[] {
	return opened.slack.calls('agents.sessions.setStatus').map(({ args }) => args['status']);
}

describe('the status of a session in Slack', () => {
	it('says that a turn runs before anything else, and not once it has ended', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		await opened.until(opened.show(thread, play(started, taken(key), answer('Yes.'), done)));
		await opened.see(() => statusesOf(opened).length === 2, 'both statuses');
		expect(statusesOf(opened)).toEqual(['processing', 'active']);
		expect(opened.slack.calls()[0]?.method).toBe('agents.sessions.setStatus');
	});

	it('says that a turn waits for an answer', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		await opened.until(opened.show(thread, play(started, taken(key), toolStarted('c1'), question, waitsForAnswer)));
		await opened.see(() => statusesOf(opened).at(-1) === 'suspended', 'the status');
	});

	it('does not end with a show that breaks, which goes on later', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		opened.slack.failNext('chat.postMessage', 'account_inactive', 9);
		await expect(opened.show(thread, play(started, taken(key), answer('Yes.'), done))).rejects.toThrow(
			'account_inactive',
		);
		expect(statusesOf(opened)).toEqual(['processing']);
	});

	it('is kept up for as long as the turn runs', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key));
		await opened.see(() => statusesOf(opened).length === 1, 'the status');
		for (let minutes = 0; minutes < 130; minutes += 10) {
			await opened.pass(10 * 60_000);
			await opened.see(() => opened.slack.status('C1', placeOf(thread).ts)?.status === 'processing', 'the status');
		}
		feed.push(answer('Yes.'), done);
		feed.end();
		await opened.until(showing);
		await opened.see(() => statusesOf(opened).at(-1) === 'active', 'the status');
	});

	it('is asked for once where there is none', async () => {
		await using opened = await openShow();
		opened.slack.failNext('agents.sessions.setStatus', 'feature_disabled');
		for (const session of ['s1', 's2']) {
			const { thread, key } = opened.root();
			await opened.until(opened.show(thread, play({ ...started, session }, taken(key), answer('Yes.'), done)));
			expect(textsOf(opened, thread)).toEqual([expect.stringContaining('Yes.')]);
		}
		expect(statusesOf(opened)).toEqual(['processing']);
	});

	it('is not touched by the answer to a command', async () => {
		await using opened = await openShow();
		const { thread } = opened.root();
		const said = { type: 'notice', key: 'in-T1/C1/1.1/1/notice', text: '/help  lists\n/new   begins' } as const;
		await opened.until(opened.tell(thread, { ...command, events: [said] }));
		expect(textsOf(opened, thread)).toEqual([expect.stringMatching(/\/help {2}lists\n\/new {3}begins/)]);
		expect(opened.slack.calls('agents.sessions.setStatus')).toEqual([]);
	});
});

describe('the messages of a running turn in Slack', () => {
	it('are known for as long as it runs', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const place = placeOf(thread);
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), words('I look. '), toolStarted('c1'));
		const live = await opened.see(() => opened.shown(thread)[0], 'the live message');
		const at = (ts: string) => opened.running.at(messageKey({ ...place, ts }))?.thread;
		await opened.see(() => at(live.ts), 'the live message to be known');
		expect(at(place.ts)).toEqual(thread);
		expect(key).toBe(messageKey(place));
		feed.push(toolFinished('c1'), answer('Yes.', 2), done);
		feed.end();
		await opened.until(showing);
		expect(at(place.ts)).toBeUndefined();
		expect(at(live.ts)).toBeUndefined();
	});
});
