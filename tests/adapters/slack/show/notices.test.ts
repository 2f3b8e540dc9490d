import { WebAPIPlatformError } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../../src/adapters/slack/thread-keys.ts';
import { answer, done, notice, openShow, play, started, taken } from './open-show.ts';
import { textsOf } from './streaming-turn.ts';

const command = { session: 's', turn: 'in-T1/C1/1.1', answers: 'T1/C1/1.1' } as const;

describe('a notice in Slack', () => {
	it('for one person is seen by that person alone', async () => {
		await using opened = await openShow();
		const { thread } = opened.root();
		const to = { id: 'slack:T1/U2', name: 'Bo' };
		const denied = { type: 'notice', key: 'in-T1/C1/1.1/1/notice', text: 'You may not stop this.', to } as const;
		await opened.until(opened.tell(thread, { ...command, events: [denied] }));
		expect(opened.shown(thread)).toMatchObject([{ ephemeralTo: 'U2', text: 'You may not stop this.' }]);
	});

	it('that answers the first message of a thread stands where it is seen: in the channel', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const to = { id: 'slack:T1/U2', name: 'Bo' };
		const turn = 'in-denied-somebody';
		const denied = { type: 'notice', key: `${turn}/1/notice`, text: 'You may not ask here.', to } as const;
		await opened.until(opened.tell(thread, { ...command, turn, answers: key, events: [denied] }));
		expect(opened.slack.messages('C1').filter(({ ephemeralTo }) => ephemeralTo === 'U2')).toMatchObject([
			{ threadTs: undefined, text: 'You may not ask here.' },
		]);
	});

	it.each(['slack:T9/U99', 'slack:unknown/U99', 'discord:1/2'])(
		'that cannot be whispered (to %s) is not told to all, and ends',
		async (id) => {
			await using opened = await openShow();
			const { thread } = opened.root();
			const to = { id, name: 'Zoe' };
			const denied = { type: 'notice', key: 'in-T1/C1/1.1/1/notice', text: 'You may not ask here.', to } as const;
			await opened.until(opened.tell(thread, { ...command, events: [denied] }));
			expect(opened.shown(thread)).toEqual([]);
		},
	);

	it.each(['not_in_channel', 'is_archived'])('for one person is told them directly after %s', async (code) => {
		await using opened = await openShow();
		const { thread } = opened.root();
		const to = { id: 'slack:T1/U1', name: 'Ada' };
		const denied = { type: 'notice', key: 'in-T1/C1/1.1/1/notice', text: 'You may not stop this.', to } as const;
		opened.slack.failNext('chat.postEphemeral', code);
		await opened.until(opened.tell(thread, { ...command, events: [denied] }));
		const told = opened.slack.messages(opened.slack.dm('U1')).map((message) => opened.slack.plainText(message));
		expect(told).toEqual([expect.stringContaining('You may not stop this.')]);
		expect(opened.shown(thread)).toEqual([]);
	});

	it.each(['token_revoked', 'account_inactive'])(
		'for one person is kept after %s, until it can be told',
		async (code) => {
			await using opened = await openShow();
			const { thread } = opened.root();
			const to = { id: 'slack:T1/U1', name: 'Ada' };
			const denied = { type: 'notice', key: 'in-T1/C1/1.1/1/notice', text: 'You may not stop this.', to } as const;
			opened.slack.failNext('chat.postEphemeral', code);
			await expect(opened.until(opened.tell(thread, { ...command, events: [denied] }))).rejects.toThrow(code);
			const rows = opened.outbox.all.map((row) => ({ ...row }));
			await opened.until(opened.tell(thread, { ...command, events: [denied] }, rows));
			expect(opened.shown(thread)).toMatchObject([{ ephemeralTo: 'U1', text: 'You may not stop this.' }]);
		},
	);

	it('in a thread of a slash command goes the way of the command', async () => {
		await using opened = await openShow();
		const said = { type: 'notice', key: 'in-T1/C1/1.1/1/notice', text: 'No sessions yet' } as const;
		await opened.tell({ platform: 'slack', id: 'T1-C1-U1' }, { ...command, events: [said] });
		expect(opened.whispered).toEqual(['No sessions yet']);
		expect(opened.slack.calls()).toEqual([]);
	});

	it.each(['token_revoked', 'not_in_channel'])('in a thread of a slash command is kept after %s', async (error) => {
		let isRefused = true;
		const failPrivately = () => {
			if (isRefused) throw new WebAPIPlatformError({ ok: false, error, response_metadata: {} });
		};
		await using opened = await openShow({ failPrivately });
		const said = { type: 'notice', key: 'in-T1/C1/1.1/1/notice', text: 'No sessions yet' } as const;
		const show = () =>
			opened.tell(
				{ platform: 'slack', id: 'T1-C1-U1' },
				{ ...command, events: [said] },
				opened.outbox.all.map((row) => ({ ...row })),
			);
		await expect(show()).rejects.toThrow(error);
		isRefused = false;
		await show();
		expect(opened.whispered).toEqual(['No sessions yet']);
	});

	it('is a line of the turn that it comes in, and pings nobody', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const events = [started, taken(key), notice('Not taken in: "<!channel>.bin" is too large'), answer('Yes.'), done];
		await opened.until(opened.show(thread, play(...events)));
		const [lines = '', ...others] = textsOf(opened, thread);
		expect(lines).toMatch(/Not taken in: "<.?!channel>\.bin" is too large/);
		expect(others).toHaveLength(1);
		for (const message of opened.shown(thread)) expect(opened.slack.pings(message)).toEqual([]);
	});
});

describe('a message that waits in Slack', () => {
	it('is marked until it is taken, and its writer can use it now or take it back', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const { ts } = placeOf(thread);
		const waiting = { type: 'waiting', of: key, steers: false } as const;
		const by = { id: 'slack:T1/U1', name: 'Ada' };
		await opened.until(opened.tell(thread, { ...command, turn: `in-${key}`, answers: key, by, events: [waiting] }));
		expect(opened.slack.reactions(ts)).toEqual({ hourglass_flowing_sand: ['U0BOT'] });
		const [whisper] = opened.slack.messages('C1').filter(({ ephemeralTo }) => ephemeralTo === 'U1');
		expect(JSON.stringify(whisper?.blocks)).toMatch(/use-now[\s\S]*take-back/);
		expect(opened.slack.calls('agents.sessions.setStatus')).toEqual([]);
		await opened.until(opened.show(thread, play(started, taken(key), answer('Yes.'), done)));
		await opened.see(() => Object.keys(opened.slack.reactions(ts)).length === 0, 'no mark');
	});

	it('is marked no longer when it was taken back', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const begun = { ...command, turn: `in-${key}`, answers: key };
		const waiting = { type: 'waiting', of: key, steers: true } as const;
		await opened.until(opened.tell(thread, { ...begun, events: [waiting] }));
		await opened.until(opened.tell(thread, { ...begun, events: [{ type: 'taken-back', of: key }] }));
		expect(opened.slack.reactions(placeOf(thread).ts)).toEqual({});
	});

	it('is marked alone when it steers anyway', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const waiting = { type: 'waiting', of: key, steers: true } as const;
		await opened.until(opened.tell(thread, { ...command, turn: `in-${key}`, answers: key, events: [waiting] }));
		expect(opened.slack.calls('chat.postEphemeral')).toEqual([]);
		expect(opened.slack.calls('reactions.add')).toHaveLength(1);
	});

	it('harms nothing when it cannot be marked', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		opened.slack.failNext('reactions.add', 'missing_scope');
		opened.slack.failNext('chat.postEphemeral', 'user_not_in_channel');
		const waiting = { type: 'waiting', of: key, steers: false } as const;
		await opened.until(opened.tell(thread, { ...command, turn: `in-${key}`, answers: key, events: [waiting] }));
		await opened.until(opened.show(thread, play(started, taken(key), answer('Yes.'), done)));
		expect(textsOf(opened, thread)).toEqual([expect.stringContaining('Yes.')]);
	});
});
