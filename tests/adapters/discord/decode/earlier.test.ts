import { describe, expect, it } from 'vitest';
import { threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import { type FakeDiscord, startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { openListen } from '../listen/open-listen.ts';

const { signal } = new AbortController();

async function talk(discord: FakeDiscord, thread: string, lines: number, by = discord.grace): Promise<string> {
	for (let count = 1; count <= lines; count += 1) await discord.as(by).say(thread, `line ${count}`);
	return await discord.as(discord.ada).say(thread, 'look', { mention: true });
}

function textsOf(messages: readonly { readonly text: string }[]): string[] {
	return messages.map(({ text }) => text);
}

function threadIn(discord: FakeDiscord, channel: string, parent = discord.channel) {
	return threadAt({ kind: 'thread', guild: discord.guild, parent, channel });
}

describe('what was said before in a thread', () => {
	it('is the message it was begun on and the newest of many, and how many lie between is told', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const grace = discord.as(discord.grace);
		const root = await grace.say(discord.channel, 'the numbers are off');
		await grace.startThread(root, 'Numbers');
		const asked = await talk(discord, root, 300);
		await grace.say(root, 'later');
		const told = await listen.past.earlier(threadIn(discord, root), `${root}/${asked}`, signal);
		expect(textsOf(told.first)).toEqual(['the numbers are off']);
		expect([told.newest.length, told.newest[0]?.text, told.newest.at(-1)?.text]).toEqual([49, 'line 252', 'line 300']);
		expect(told.leftOut).toEqual({ kind: 'about', count: 251 });
	});

	it('is counted exactly where all of it comes at once', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const root = await discord.as(discord.grace).say(discord.channel, 'begin');
		await discord.as(discord.grace).startThread(root, 'Numbers');
		const asked = await talk(discord, root, 60);
		const told = await listen.past.earlier(threadIn(discord, root), `${root}/${asked}`, signal);
		expect([...textsOf(told.first), told.newest[0]?.text]).toEqual(['begin', 'line 12']);
		expect(told.leftOut).toEqual({ kind: 'exactly', count: 11 });
	});

	it.each([
		['that is a forum’s post', true],
		['that was begun without a message', false],
	])('begins with its own first message in one %s', async (_what, isPost) => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const thread = isPost
			? await ada.forumPost(discord.forum, 'Numbers', 'first')
			: await ada.startPrivateThread(discord.channel, 'Numbers');
		if (!isPost) {
			await ada.say(thread, 'first');
			await ada.say(thread, discord.as(discord.grace).mention);
		}
		const asked = await talk(discord, thread, 120, discord.ada);
		const parent = isPost ? discord.forum : discord.channel;
		const told = await listen.past.earlier(threadIn(discord, thread, parent), `${thread}/${asked}`, signal);
		expect(textsOf(told.first)).toEqual(['first']);
		expect(told.newest.at(-1)?.text).toBe('line 120');
		expect(told.leftOut).toEqual({ kind: 'about', count: isPost ? 71 : 72 });
	});

	it('is read on demand, a page after the other, with what never named us, each message once', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const root = await discord.as(discord.grace).say(discord.channel, 'begin');
		await discord.as(discord.grace).startThread(root, 'Numbers');
		await talk(discord, root, 210);
		const thread = threadIn(discord, root);
		const texts: string[] = [];
		let page = await listen.past.page(thread, undefined, signal);
		expect(page.total).toBe(212);
		for (;;) {
			texts.push(...textsOf(page.messages));
			if (page.next === undefined) break;
			page = await listen.past.page(thread, page.next, signal);
		}
		expect(texts).toEqual(['begin', ...Array.from({ length: 210 }, (_, index) => `line ${index + 1}`), 'look']);
	});

	it('is nothing where answers are for one person’s eyes', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const place = { kind: 'private', guild: discord.guild, channel: discord.channel, user: discord.ada } as const;
		const page = await listen.past.page(threadAt(place), undefined, signal);
		expect(page).toEqual({ messages: [], next: undefined, total: undefined });
	});
});
