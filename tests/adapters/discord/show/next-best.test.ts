import { describe, expect, it } from 'vitest';
import { threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import { hasStop } from '../../../support/discord-demo/own-messages.ts';
import { bits } from '../../../support/fake-discord/permissions.ts';
import { inChannel, inDm } from './elsewhere.ts';
import { answer, done, failed, play, started, taken, toolFinished, toolStarted } from './events.ts';
import { type OpenShow, openShow, type Root } from './open-show.ts';
import { type RunningTurn, runningTurn } from './running-turn.ts';

/** A turn that runs, and leaves no row of the outbox open when it ends. */
async function running(opened: OpenShow, at?: Root): Promise<RunningTurn> {
	const turn = await runningTurn(opened, at);
	return {
		...turn,
		async end(...events) {
			await turn.end(...events);
			expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
		},
	};
}

/** A message of Ada's in a thread that is there. */
async function inThread(discord: OpenShow['discord'], channel: string): Promise<Root> {
	const { guild, channel: parent } = discord;
	const message = await discord.as(discord.ada).say(channel, 'Add the numbers');
	const thread = threadAt({ kind: 'thread', guild, parent, channel });
	return { thread, key: `${channel}/${message}`, channel };
}

describe('what cannot be said in a thread of Discord', () => {
	it('is said nowhere when the thread was deleted, and no thread is made once more', async () => {
		await using opened = await openShow();
		const { end, channel } = await running(opened);
		opened.discord.deleteThread(channel);
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect([inChannel(opened), inDm(opened), opened.discord.threads(opened.discord.channel)]).toEqual([[], [], []]);
	});

	it.each([
		['the thread', (discord: OpenShow['discord'], channel: string) => discord.deleteThread(channel)],
		['the channel', (discord: OpenShow['discord']) => discord.deleteChannel(discord.channel)],
	])('is said nowhere either when %s was deleted while the bot was away', async (_, remove) => {
		await using first = await openShow();
		const { discord, outbox } = first;
		const { thread, channel, key } = await first.root();
		const before = [started, taken(key), toolStarted('c1'), toolFinished('c1')];
		await first.until(first.show(thread, play(...before)));
		remove(discord, channel);
		await using second = await openShow({ discord, outbox });
		await second.until(second.show(thread, play(...before, answer('The sum is 42.', 2), done), [...outbox.all]));
		const left = discord.channelsOf(discord.guild).includes(discord.channel) ? inChannel(second) : [];
		expect([left, inDm(second), discord.threads(discord.channel)]).toEqual([[], [], []]);
		expect(outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('is said nowhere when the request was deleted before there was a thread', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key, channel } = await opened.root();
		await discord.as(discord.ada).remove(channel);
		await opened.until(opened.show(thread, play(started, taken(key), answer('The sum is 42.'), done)));
		expect([inChannel(opened), inDm(opened), discord.threads(discord.channel)]).toEqual([[], [], []]);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('is said once directly for all pieces of a long answer', async () => {
		await using opened = await openShow();
		const { end } = await running(opened);
		opened.discord.setPermissions(opened.discord.channel, 0n);
		await end(answer('A sentence of some words. '.repeat(200), 2), done);
		expect(inDm(opened)).toHaveLength(1);
	});

	it('is said to whom the message names when nothing there can be read any more, with why', async () => {
		await using opened = await openShow();
		const { end } = await running(opened);
		opened.discord.setPermissions(opened.discord.channel, 0n);
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect(inDm(opened)).toEqual([expect.stringMatching(/does not see this channel[\s\S]*The sum is 42\./)]);
		const asked = opened.discord.calls('GET', '/channels/:id/messages/:id');
		expect(asked.filter(({ status }) => status >= 400)).toEqual([]);
	});

	it('leaves no Stop button where the message can be changed again at the end', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, feed, end } = await runningTurn(opened);
		const [live] = opened.shown(thread);
		discord.setPermissions(discord.channel, 0n);
		feed.push(toolFinished('c1'));
		await opened.see(() => discord.calls('PATCH').some(({ code }) => code === 50001), 'a refused edit');
		discord.setPermissions(discord.channel, bits('ViewChannel', 'ReadMessageHistory'));
		await end(answer('The sum is 42.', 2), done);
		expect(hasStop(discord.message(live?.id ?? '') ?? { components: [] })).toBe(false);
	});

	it('is said in its channel when the thread is locked', async () => {
		await using opened = await openShow();
		const { end, channel } = await running(opened);
		opened.discord.lock(channel);
		opened.discord.archive(channel);
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect(inChannel(opened)).toEqual([expect.stringMatching(/locked[\s\S]*The sum is 42\./)]);
	});

	it('is said to whoever asked when nothing can be said in the channel either', async () => {
		await using opened = await openShow();
		const { end } = await running(opened);
		opened.discord.setPermissions(opened.discord.channel, bits('ViewChannel', 'ReadMessageHistory'));
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect(inChannel(opened)).toEqual([]);
		expect(inDm(opened)).toEqual([expect.stringMatching(/permission[\s\S]*The sum is 42\./)]);
	});

	it('is kept for later when nobody can be told', async () => {
		await using opened = await openShow();
		const { end } = await running(opened);
		opened.discord.setPermissions(opened.discord.channel, 0n);
		opened.discord.setDms(opened.discord.ada, 'closed');
		await expect(end(toolFinished('c1'), answer('The sum is 42.', 2), done)).rejects.toThrow('Missing Access');
		expect(inDm(opened)).toEqual([]);
	});

	it('is why the turn failed, and what it asks', async () => {
		await using opened = await openShow();
		const { end, channel } = await running(opened);
		opened.discord.lock(channel);
		await end(failed('The endpoint is gone'));
		expect(inChannel(opened)).toEqual([expect.stringMatching(/⚠️[\s\S]*The endpoint is gone/)]);
	});

	it.each([
		['locked', (discord: OpenShow['discord'], channel: string) => discord.lock(channel)],
		[
			'one that the bot was taken out of',
			(discord: OpenShow['discord'], channel: string) => discord.removeFromThread(channel, discord.botUser),
		],
	])('is said to whoever asked alone when the thread is private and %s', async (_, close) => {
		await using opened = await openShow();
		const { discord } = opened;
		const channel = await discord.as(discord.ada).startPrivateThread(discord.channel, 'Between us');
		const { end } = await running(opened, await inThread(discord, channel));
		close(discord, channel);
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect(inChannel(opened)).toEqual([]);
		expect(inDm(opened)).toEqual([expect.stringContaining('The sum is 42.')]);
	});

	it('is in the log alone when the thread is private and whoever asked takes no direct messages', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const channel = await discord.as(discord.ada).startPrivateThread(discord.channel, 'Between us');
		const { end } = await running(opened, await inThread(discord, channel));
		discord.lock(channel);
		discord.setDms(discord.ada, 'closed');
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect([inChannel(opened), inDm(opened)]).toEqual([[], []]);
	});

	it('is said in the thread when it is its words that are refused', async () => {
		await using opened = await openShow({ fake: { autoMod: [{ contains: 'forbidden', code: 200000 }] } });
		const { thread, end } = await running(opened);
		await end(answer('This is forbidden here.', 2), done);
		expect(opened.texts(thread).join('\n')).toMatch(/AutoMod/);
	});

	it('is said in the channel when no thread can be made', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key } = await opened.root();
		discord.setPermissions(discord.channel, bits('ViewChannel', 'SendMessages', 'ReadMessageHistory'));
		await opened.until(opened.show(thread, play(started, taken(key), answer('The sum is 42.'), done)));
		expect(inChannel(opened)).toEqual([expect.stringMatching(/permission[\s\S]*The sum is 42\./)]);
	});

	it('comes later in slow mode', async () => {
		await using opened = await openShow();
		const { thread, channel, end } = await running(opened);
		opened.discord.slowmode(channel, 5);
		opened.discord.setPermissions(
			opened.discord.channel,
			bits('ViewChannel', 'SendMessages', 'SendMessagesInThreads', 'ReadMessageHistory'),
		);
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect(opened.texts(thread).at(-1)).toContain('The sum is 42.');
		expect(inChannel(opened)).toEqual([]);
	});

	it('is kept for later when a direct conversation is closed', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { channel, id } = await discord.as(discord.ada).dm('Add the numbers');
		const thread = threadAt({ kind: 'dm', channel });
		discord.setDms(discord.ada, 'closed');
		const events = [started, taken(`${channel}/${id}`), toolStarted('c1'), answer('42', 2), done];
		await expect(opened.show(thread, play(...events))).rejects.toThrow('Cannot send messages');
		expect(opened.shown(thread)).toEqual([]);
	});

	it.each([
		['it is the bot that Discord does not know', { status: 401, message: '401: Unauthorized' }, 'token is not valid'],
		['its gate lets nothing through', { status: 403, text: '<html>Blocked</html>' }, 'No Description'],
	])('is said nowhere, and kept, when %s: that is no matter of the place', async (_, fault, reason) => {
		await using opened = await openShow();
		const { end } = await runningTurn(opened);
		opened.discord.failNext('POST /channels/:id/messages', fault);
		await expect(end(toolFinished('c1'), answer('The sum is 42.', 2), done)).rejects.toThrow(reason);
		expect([inChannel(opened), inDm(opened)]).toEqual([[], []]);
		expect(opened.outbox.all.some(({ id }) => id === undefined)).toBe(true);
	});
});
