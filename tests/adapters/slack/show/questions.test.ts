import { describe, expect, it } from 'vitest';
import { LostResponseError } from '../../../../src/adapters/slack/api/calls.ts';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import type { Question } from '../../../../src/chat/question.ts';
import { askedByCall } from '../../../support/asked-by-call.ts';
import { answer, done, openShow, play, started, taken, toolFinished, toolStarted } from './open-show.ts';
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
describe('a question in Slack', () => {
	it('stands below the lines, and loses its buttons once it is closed', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const first = [started, taken(key), toolStarted('c1'), toolFinished('c1'), question, waitsForAnswer];
		await opened.until(opened.show(thread, play(...first)));
		const [, before] = opened.shown(thread);
		expect(JSON.stringify(before?.blocks)).toMatch(/answer-choice-0[\s\S]*answer-choice-1/);
		const closed = {
			type: 'question-closed',
			key: 't1-x/c9/closed',
			question: asked,
			text: 'Ada answered: north',
		} as const;
		const next = [...first.slice(0, 4), closed, toolStarted('c2'), toolFinished('c2'), answer('North.', 2), done];
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		await opened.until(opened.show(thread, play(...next), rows));
		const [lines = '', after = '', more = '', answered = '', ...others] = textsOf(opened, thread);
		expect(others).toEqual([]);
		expect(lines).toMatch(/✓ \*bash\* {2}`ls c1`/);
		expect(after).toMatch(/Which region\?[\s\S]*Ada answered: north/);
		expect(JSON.stringify(opened.shown(thread)[1]?.blocks)).not.toContain('answer-choice');
		expect(more).toMatch(/✓ \*bash\* {2}`ls c2`/);
		expect(answered).toContain('North.');
	});

	const closed = { type: 'question-closed', key: 't1-x/c9/closed', question: asked, text: 'It has expired' } as const;
	const refusals = ['message_not_found', 'edit_window_closed', 'msg_too_long', 'invalid_blocks', 'cant_update_message'];

	it.each(refusals)('can be closed when Slack refuses its edit: %s', async (code) => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		await opened.until(opened.show(thread, play(started, taken(key), question, waitsForAnswer)));
		opened.slack.failNext('chat.update', code);
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		await opened.until(opened.show(thread, play(started, taken(key), closed, answer('Well.', 2), done), rows));
		expect(textsOf(opened, thread).at(-1)).toContain('Well.');
	});

	it.each([['internal_error'], [{ status: 503 }], ['drop-request']])(
		'is closed later when Slack is away: %j',
		async (fault) => {
			await using opened = await openShow();
			const { thread, key } = opened.root();
			await opened.until(opened.show(thread, play(started, taken(key), question, waitsForAnswer)));
			opened.slack.failNext('chat.update', fault, 5);
			const next = [started, taken(key), closed, answer('Well.', 2), done];
			const rows = () => opened.outbox.all.map((row) => ({ ...row }));
			await expect(opened.until(opened.show(thread, play(...next), rows()))).rejects.toBeInstanceOf(LostResponseError);
			await opened.until(opened.show(thread, play(...next), rows()));
			const [first = '', last = '', ...others] = textsOf(opened, thread);
			expect(others).toEqual([]);
			expect([first, last]).toEqual([expect.stringContaining('It has expired'), expect.stringContaining('Well.')]);
		},
	);
});
