import { describe, expect, it } from 'vitest';
import { threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import { bits } from '../../../support/fake-discord/permissions.ts';
import { answer, done, failed, play, started, taken, toolFinished, toolStarted } from './events.ts';
import { type OpenShow, openShow } from './open-show.ts';
import { type RunningTurn, runningTurn } from './running-turn.ts';

/** A turn that runs, and leaves no row of the outbox open when it ends. */
async function running(opened: OpenShow): Promise<RunningTurn> {
	const turn = await runningTurn(opened);
	return {
		...turn,
		async end(...events) {
			await turn.end(...events);
			expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
		},
	};
}

function inChannel({ discord }: OpenShow): string[] {
	const own = discord.messages(discord.channel).filter(({ author }) => author === discord.botUser);
	expect(own.flatMap((message) => discord.pings(message))).toEqual([]);
	return own.map((message) => discord.plainText(message));
}

function inDm({ discord }: OpenShow): string[] {
	const dm = discord.dmOf(discord.ada);
	return dm === undefined ? [] : discord.messages(dm).map((message) => discord.plainText(message));
}

describe('what cannot be said in a thread of Discord', () => {
	it('is said in its channel, with its beginning, when the thread was deleted', async () => {
		await using opened = await openShow();
		const { end, channel } = await running(opened);
		opened.discord.deleteThread(channel);
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect(inChannel(opened)).toEqual([expect.stringMatching(/⚠️ Cannot show the answer[\s\S]*The sum is 42\./)]);
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

	it('is said once for all pieces of a long answer', async () => {
		await using opened = await openShow();
		const { end, channel } = await running(opened);
		opened.discord.deleteThread(channel);
		await end(answer('A sentence of some words. '.repeat(200), 2), done);
		expect(inChannel(opened)).toHaveLength(1);
	});

	it('is why the turn failed, and what it asks', async () => {
		await using opened = await openShow();
		const { end, channel } = await running(opened);
		opened.discord.deleteThread(channel);
		await end(failed('The endpoint is gone'));
		expect(inChannel(opened)).toEqual([expect.stringMatching(/⚠️[\s\S]*The endpoint is gone/)]);
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
});
