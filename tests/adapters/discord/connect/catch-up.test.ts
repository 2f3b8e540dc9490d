import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/base/clock.ts';
import { type FakeDiscord, startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { nothingKept, type OpenListen, openListen } from '../listen/open-listen.ts';

function texts(listen: OpenListen): string[] {
	return listen.of('message').map(({ text }) => text);
}

/** Waits for so many messages, and then for one more that is said now: nothing else came in between. */
async function exactly(discord: FakeDiscord, listen: OpenListen, count: number): Promise<string[]> {
	await waitFor(
		() => listen.of('message').length >= count,
		() => `${count} messages, not ${texts(listen).join(', ')}`,
	);
	const last = await discord.as(discord.grace).say(discord.channel, 'now', { mention: true });
	await waitFor(() => listen.of('message').some(({ key }) => key.endsWith(last)), 'what is said now');
	return texts(listen).filter((text) => text !== 'now');
}

describe('what was said while nobody listened', () => {
	it('is not read at the very first start', async () => {
		await using discord = await startFakeDiscord();
		await discord.as(discord.ada).say(discord.channel, 'too early', { mention: true });
		await using listen = await openListen(discord);
		expect(await exactly(discord, listen, 0)).toEqual([]);
	});

	it('is taken in once after a restart: in channels, threads, forum posts and direct conversations', async () => {
		await using discord = await startFakeDiscord();
		const kept = nothingKept();
		const first = await openListen(discord, { kept });
		const [ada, grace] = [discord.as(discord.ada), discord.as(discord.grace)];
		const root = await ada.say(discord.channel, 'begin', { mention: true });
		const { channel } = await grace.dm('hello');
		const post = await ada.forumPost(discord.forum, 'Broken', 'it is empty', { mention: true });
		await waitFor(() => first.of('message').length === 3 && discord.threads(discord.channel).length === 1, 'all');
		await first[Symbol.asyncDispose]();
		await ada.say(root, 'in the thread');
		await ada.say(discord.channel, 'in the channel', { mention: true });
		await grace.say(channel, 'directly');
		await ada.say(post, 'in the post');
		await grace.forumPost(discord.forum, 'Another', 'a new post', { mention: true });
		await ada.say(discord.channel, 'for nobody');
		for (let start = 0; start < 2; start += 1) {
			await using listen = await openListen(discord, { kept });
			const all = (await exactly(discord, listen, 8)).slice(3);
			expect(all.toSorted()).toEqual(
				['a new post', 'directly', 'in the channel', 'in the post', 'in the thread'].toSorted(),
			);
		}
	});

	it('comes in the order in which it was said, and before what is said meanwhile', async () => {
		await using discord = await startFakeDiscord();
		const kept = nothingKept();
		const first = await openListen(discord, { kept });
		const ada = discord.as(discord.ada);
		const { channel } = await ada.dm('0');
		await waitFor(() => first.of('message').length === 1, 'the first');
		await first[Symbol.asyncDispose]();
		for (let number = 1; number <= 120; number += 1) await ada.say(channel, `${number}`);
		await using listen = await openListen(discord, { kept });
		for (let number = 121; number <= 125; number += 1) await ada.say(channel, `${number}`);
		await waitFor(() => listen.of('message').length === 126, 'all of it');
		expect(texts(listen)).toEqual(Array.from({ length: 126 }, (_, number) => `${number}`));
	});

	it('is taken in after a session that was lost', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const { channel } = await ada.dm('before');
		await waitFor(() => listen.of('message').length === 1, 'the first');
		discord.refuseConnections(true);
		discord.disconnect('invalid-session');
		await waitFor(() => discord.connections().length === 0, 'the end of the connection');
		await ada.say(channel, 'meanwhile');
		discord.refuseConnections(false);
		await waitFor(() => listen.of('message').length === 2, 'what was missed');
		expect(discord.starts().identified).toBe(2);
		await ada.say(channel, 'after');
		await waitFor(() => listen.of('message').length === 3, 'what came after');
		expect(texts(listen)).toEqual(['before', 'meanwhile', 'after']);
	});

	it('is not what was for nobody when it was said, although its thread became ours', async () => {
		await using discord = await startFakeDiscord();
		const kept = nothingKept();
		const first = await openListen(discord, { kept });
		const [ada, grace] = [discord.as(discord.ada), discord.as(discord.grace)];
		const root = await grace.say(discord.channel, 'Lunch?');
		const thread = await grace.startThread(root, 'Lunch');
		await grace.say(thread, 'soup or salad?');
		await ada.say(thread, 'find the menu', { mention: true });
		await waitFor(() => first.of('message').length === 1, 'the mention');
		await first[Symbol.asyncDispose]();
		await using listen = await openListen(discord, { kept });
		expect(await exactly(discord, listen, 1)).toEqual(['find the menu']);
	});

	it('is still there when the process ended before it was stored', async () => {
		await using discord = await startFakeDiscord();
		const kept = nothingKept();
		const first = await openListen(discord, { kept, accept: () => Promise.reject(new Error('The disk is full')) });
		const ada = discord.as(discord.ada);
		await ada.say(discord.channel, 'keep this', { mention: true });
		await ada.say(discord.channel, 'for nobody');
		await first[Symbol.asyncDispose]();
		await using listen = await openListen(discord, { kept });
		expect(await exactly(discord, listen, 1)).toEqual(['keep this']);
	});

	it('is still there when the process ended again before it was fetched', async () => {
		await using discord = await startFakeDiscord();
		const kept = nothingKept();
		await (await openListen(discord, { kept }))[Symbol.asyncDispose]();
		await discord.as(discord.ada).say(discord.channel, 'one', { mention: true });
		discord.advance(60_000);
		const clock = { ...systemClock, now: () => discord.now() };
		discord.failNext('GET /channels/:id/messages', 'hang');
		const second = await openListen(discord, { kept, clock });
		await waitFor(() => discord.calls('GET', '/channels/:id/messages').length === 1, 'the question');
		await second[Symbol.asyncDispose]();
		await using listen = await openListen(discord, { kept, clock });
		expect(await exactly(discord, listen, 1)).toEqual(['one']);
	});

	it('holds back for two minutes at most what is said now', async () => {
		await using discord = await startFakeDiscord();
		const kept = nothingKept();
		await (await openListen(discord, { kept }))[Symbol.asyncDispose]();
		const ada = discord.as(discord.ada);
		await ada.say(discord.channel, 'missed', { mention: true });
		discord.failNext('GET /channels/:id/messages', 'hang');
		const clock = createHandClock(Date.now());
		await using listen = await openListen(discord, { kept, clock });
		await waitFor(() => discord.calls('GET', '/channels/:id/messages').length === 1, 'the question');
		await ada.say(discord.channel, 'now', { mention: true });
		await clock.advance(119_000);
		expect(listen.kept.inbounds).toEqual([]);
		await clock.advance(1000);
		await waitFor(() => texts(listen).includes('now'), 'what is said now');
	});

	it('comes before what is asked by a command meanwhile', async () => {
		await using discord = await startFakeDiscord();
		const kept = nothingKept();
		const ada = discord.as(discord.ada);
		let root = '';
		{
			await using first = await openListen(discord, { kept });
			root = await ada.say(discord.channel, 'hello', { mention: true });
			await waitFor(
				() => discord.threads(discord.channel).length === 1 && discord.commands().length === 2,
				'the thread',
			);
			expect(texts(first)).toEqual(['hello']);
		}
		await ada.say(root, 'missed');
		discord.failNext('GET /channels/:id/messages', { status: 500 }, 2);
		await using listen = await openListen(discord, { kept });
		const asked = await ada.slash('smith', 'ask', { options: { prompt: 'asked' } }, root);
		expect(asked.deferred).toBe(true);
		await waitFor(() => texts(listen).length === 3, 'all of it');
		expect(texts(listen)).toEqual(['hello', 'missed', 'asked']);
	});

	it('is read in threads that were folded away since', async () => {
		await using discord = await startFakeDiscord();
		const kept = nothingKept();
		const first = await openListen(discord, { kept });
		const ada = discord.as(discord.ada);
		const root = await ada.say(discord.channel, 'begin', { mention: true });
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		await first[Symbol.asyncDispose]();
		await ada.say(root, 'still there?');
		discord.archive(root);
		const clock = { ...systemClock, now: () => systemClock.now() + 2 * 3_600_000 };
		await using listen = await openListen(discord, { kept, clock });
		expect(await exactly(discord, listen, 2)).toEqual(['begin', 'still there?']);
	});

	it('is left where we may not read', async () => {
		await using discord = await startFakeDiscord();
		const kept = nothingKept();
		const first = await openListen(discord, { kept });
		const closed = discord.addChannel({ name: 'closed' });
		await waitFor(() => discord.events('CHANNEL_CREATE').length === 1, 'the channel');
		await first[Symbol.asyncDispose]();
		await discord.as(discord.ada).say(closed, 'in secret', { mention: true });
		await discord.as(discord.ada).say(discord.channel, 'in the open', { mention: true });
		discord.failNext(`GET /channels/${closed}/messages`, { status: 403, code: 50001 }, 10);
		await using listen = await openListen(discord, { kept });
		expect(await exactly(discord, listen, 1)).toEqual(['in the open']);
	});

	it('comes by the shard of its guild, and directly by the first', async () => {
		await using discord = await startFakeDiscord({ shards: 2 });
		const guilds = [discord.guild, ...Array.from({ length: 6 }, (_, at) => discord.addGuild({ name: `Guild ${at}` }))];
		for (const guild of guilds) if (guild !== discord.guild) discord.addMember({ guild, user: discord.ada });
		const kept = nothingKept();
		const first = await openListen(discord, { kept });
		const ada = discord.as(discord.ada);
		const { channel } = await ada.dm('hello');
		await waitFor(() => first.of('message').length === 1, 'the first');
		expect(discord.connections().toSorted()).toEqual([0, 1]);
		await first[Symbol.asyncDispose]();
		for (const guild of guilds) await ada.say(discord.channelsOf(guild)[0] ?? '', guild, { mention: true });
		await ada.say(channel, 'directly');
		await using listen = await openListen(discord, { kept });
		const all = await exactly(discord, listen, 2 + guilds.length);
		expect(all.toSorted()).toEqual(['hello', 'directly', ...guilds].toSorted());
	});
});
