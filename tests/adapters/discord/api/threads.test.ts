import { Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { discordCode } from '../../../../src/adapters/discord/api/problems/discord-sentence.ts';
import { createThreads } from '../../../../src/adapters/discord/api/threads.ts';
import type { DiscordPlace } from '../../../../src/adapters/discord/thread-keys.ts';
import { failureOf, type OpenRest, openRest } from './open-rest.ts';

async function asked({ discord }: OpenRest, text = 'Count **all** the lines'): Promise<DiscordPlace> {
	const message = await discord.as(discord.ada).say(discord.channel, text, { mention: true });
	return { kind: 'thread', guild: discord.guild, parent: discord.channel, channel: message };
}

describe('the thread of a place', () => {
	it('is made on its message, with the given name, and once', async () => {
		await using open = await openRest();
		const { discord, signal } = open;
		const place = await asked(open);
		const { ensureThread } = createThreads(open);
		await Promise.all([ensureThread(place, 'Lines', signal), ensureThread(place, 'Lines', signal)]);
		await ensureThread(place, undefined, signal);
		expect(discord.threads(discord.channel)).toMatchObject([
			{ id: place.channel, name: 'Lines', parent: discord.channel },
		]);
		expect(discord.calls()).toHaveLength(1);
		await createThreads(open).ensureThread(place, 'Again', signal);
		expect(discord.channelOf(place.channel).name).toBe('Lines');
	});

	it('is named after its message where no name is given', async () => {
		await using open = await openRest();
		const place = await asked(open);
		await createThreads(open).ensureThread(place, undefined, open.signal);
		expect(open.discord.channelOf(place.channel).name).toBe('Count all the lines');
	});

	it('that somebody began, or that is a post of a forum, is left as it is', async () => {
		await using open = await openRest();
		const { discord, signal } = open;
		const ada = discord.as(discord.ada);
		const begun = await ada.startThread(await ada.say(discord.channel, 'Hello'), 'Mine');
		const post = await ada.forumPost(discord.forum, 'Question', 'Why?');
		for (const name of [undefined, 'Other']) {
			const { ensureThread } = createThreads(open);
			for (const [parent, channel] of [
				[discord.channel, begun],
				[discord.forum, post],
			] as const) {
				await ensureThread({ kind: 'thread', guild: discord.guild, parent, channel }, name, signal);
			}
		}
		expect([discord.channelOf(begun).name, discord.channelOf(post).name]).toEqual(['Mine', 'Question']);
	});

	it('is not needed in a direct conversation', async () => {
		await using open = await openRest();
		await createThreads(open).ensureThread({ kind: 'dm', channel: '1' }, undefined, open.signal);
		expect(open.discord.calls()).toEqual([]);
	});

	it('is made once though the answer was lost', async () => {
		await using open = await openRest();
		const { discord, signal } = open;
		const place = await asked(open);
		discord.failNext('POST /channels/:id/messages/:message/threads', 'drop-response');
		await createThreads(open).ensureThread(place, 'Lines', signal);
		expect(discord.threads(discord.channel)).toHaveLength(1);
	});

	it('that cannot be made rejects with why, and is tried again', async () => {
		await using open = await openRest();
		const { discord, signal } = open;
		const place = await asked(open);
		const { ensureThread } = createThreads(open);
		discord.failNext('POST /channels/:id/messages/:message/threads', { status: 400, code: 160006 });
		expect(discordCode(await failureOf(ensureThread(place, 'Lines', signal)))).toBe(160006);
		await ensureThread(place, 'Lines', signal);
		await discord.as(discord.ada).remove((await asked(open)).channel);
		const gone = { ...place, channel: '1'.repeat(18) } as DiscordPlace;
		for (const name of ['Lines', undefined]) {
			expect(discordCode(await failureOf(ensureThread(gone, name, signal)))).toBe(10008);
		}
	});

	it('is made where only shorter quiet is taken', async () => {
		await using open = await openRest();
		const { discord, signal } = open;
		const place = await asked(open);
		discord.failNext('POST /channels/:id/messages/:message/threads', { status: 400, code: 50035 });
		await createThreads(open).ensureThread(place, 'Lines', signal);
		expect(discord.calls('POST').at(-1)?.body).toEqual({ name: 'Lines', auto_archive_duration: 1440 });
	});
});

describe('whoever asked', () => {
	const membersOf = async ({ calls, signal }: OpenRest, { channel }: DiscordPlace) => {
		const route = Routes.threadMembers(channel);
		return (await calls.run<readonly { user_id: string }[]>({ method: 'GET', route }, signal)).map(
			(one) => one.user_id,
		);
	};

	it('is brought into the thread once, and nobody else is', async () => {
		await using open = await openRest();
		const { discord, signal } = open;
		const place = await asked(open);
		const threads = createThreads(open);
		await threads.ensureThread(place, 'Lines', signal);
		expect(await membersOf(open, place)).toEqual([discord.botUser]);
		await threads.bringIn(place, discord.ada, signal);
		await threads.bringIn(place, discord.ada, signal);
		expect(await membersOf(open, place)).toEqual([discord.botUser, discord.ada]);
		expect(discord.calls('PUT')).toHaveLength(1);
	});

	it('is left where they are when Discord refuses that, and in a direct conversation', async () => {
		await using open = await openRest();
		const { discord, signal } = open;
		const place = await asked(open);
		const threads = createThreads(open);
		await threads.ensureThread(place, 'Lines', signal);
		discord.failNext('PUT /channels/:channel/thread-members/:user', { status: 403, code: 50013 });
		await threads.bringIn(place, discord.ada, signal);
		await threads.bringIn({ kind: 'dm', channel: '1' }, discord.ada, signal);
		expect(discord.calls('PUT')).toHaveLength(1);
	});
});
