import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import type { Question } from '../../../../src/chat/question.ts';
import { askedByCall } from '../../../support/asked-by-call.ts';
import { bits, botPermissions } from '../../../support/fake-discord/permissions.ts';
import { inChannel } from './elsewhere.ts';
import { answer, done, play, started, taken, toolFinished, toolStarted } from './events.ts';
import { openShow } from './open-show.ts';

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
const question = { type: 'question', key: 't1-x/c9/question', question: asked } as const;
const waits: AgentEvent = {
	type: 'turn-ended',
	key: 't1-x/c9/waiting',
	turn: 't1-x',
	outcome: 'waiting',
	question: 'q1',
};
const closed = {
	type: 'question-closed',
	key: 't1-x/c9/closed',
	question: asked,
	text: 'Ada answered: north',
} as const;

describe('a question in Discord', () => {
	it('stands below the lines and notifies; closed it has no buttons, and the turn goes on below it', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const file = { name: 'sales.csv', size: 12 };
		const first = [started, taken(key, [file]), toolStarted('c1'), toolFinished('c1')];
		await opened.until(opened.show(thread, play(...first, question, waits)));
		const [lines, before] = opened.shown(thread);
		expect(opened.discord.plainText(before ?? never())).toMatch(/Which region\?[\s\S]*north[\s\S]*south/);
		expect((before?.flags ?? 0) & MessageFlags.SuppressNotifications).toBe(0);
		expect(opened.discord.plainText(lines ?? never())).not.toContain('Stop');
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		const next = [...first, closed, toolStarted('c2'), toolFinished('c2'), answer('North.', 2), done];
		await opened.until(opened.show(thread, play(...next), rows));
		const [one, after, more, answered, ...others] = opened.texts(thread);
		expect(others).toEqual([]);
		expect(one).toMatch(/sales\.csv[\s\S]*ls c1/);
		expect(after).toMatch(/Which region\?[\s\S]*Ada answered: north/);
		expect(opened.shown(thread)[1]?.components).toEqual([]);
		expect(more).toContain('ls c2');
		expect(more).not.toMatch(/ls c1|sales/);
		expect(answered).toContain('North.');
	});

	it('of a call leaves its line without a sign that it runs, and its end stands below, through a restart as well', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const rowsNow = () => opened.outbox.all.map((row) => ({ ...row }));
		const own = { question: { ...asked, ...askedByCall('c1', 'c9') } };
		const first = [started, taken(key), toolStarted('c1')];
		for (const _ of ['first', 'again'])
			await opened.until(opened.show(thread, play(...first, { ...question, ...own }, waits), rowsNow()));
		const lines = expect.stringMatching(/^-# ❔ .*ls c1.* asked/);
		expect(opened.texts(thread)).toEqual([lines, expect.stringContaining('Which region?')]);
		const next = [...first, { ...closed, ...own }, toolFinished('c1'), answer('North.', 2), done];
		await opened.until(opened.show(thread, play(...next), rowsNow()));
		expect(opened.texts(thread)).toEqual([
			lines,
			expect.stringContaining('Ada answered: north'),
			expect.stringMatching(/^-# ✓ .*ls c1/),
			expect.stringContaining('North.'),
		]);
	});

	it('can be closed when somebody has deleted it', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		await opened.until(opened.show(thread, play(started, taken(key), question, waits)));
		opened.discord.failNext('PATCH /channels/:id/messages/:id', { status: 404, code: 10008 });
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		await opened.until(opened.show(thread, play(started, taken(key), closed, answer('Well.', 2), done), rows));
		expect(opened.texts(thread).at(-1)).toContain('Well.');
	});

	it('that was asked elsewhere is closed without asking Discord for what is not in the thread', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key } = await opened.root();
		discord.setPermissions(discord.channel, bits('ViewChannel', 'SendMessages', 'ReadMessageHistory'));
		await opened.until(opened.show(thread, play(started, taken(key), question, waits)));
		expect(inChannel(opened)).toEqual([expect.stringContaining('Which region?')]);
		discord.setPermissions(discord.channel, botPermissions);
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		await opened.until(opened.show(thread, play(started, taken(key), closed, answer('Well.', 2), done), rows));
		expect(opened.texts(thread)).toEqual([expect.stringContaining('Well.')]);
		expect(discord.calls('PATCH').map(({ status }) => status)).toEqual([]);
	});

	it('is closed after a while when Discord takes no edit at once', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		await opened.until(opened.show(thread, play(started, taken(key), question, waits)));
		opened.discord.failNext('PATCH /channels/:id/messages/:id', { status: 429, headers: { 'retry-after': '1' } });
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		await opened.until(opened.show(thread, play(started, taken(key), closed, answer('Well.', 2), done), rows));
		await opened.see(() => opened.texts(thread)[0]?.includes('Ada answered'), 'the closed question');
		expect(opened.texts(thread).at(-1)).toContain('Well.');
	});
});

function never(): never {
	throw new Error('It is not there');
}
