import {
	type APIChannel,
	type APIGuildMember,
	type APIMessage,
	type APIThreadChannel,
	ChannelType,
	Routes,
} from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeDiscord, startFakeDiscord } from '../fake-discord.ts';
import { bits, botPermissions } from '../permissions.ts';
import { refusedWith, restClient } from './rest-client.ts';

let discord: FakeDiscord;
let rest: ReturnType<typeof restClient>;
beforeAll(async () => {
	discord = await startFakeDiscord();
	rest = restClient(discord);
});
afterAll(() => discord[Symbol.asyncDispose]());

const nowhere = '1'.repeat(18);
const post = async (channel = discord.channel, content = 'x') =>
	((await rest.post(Routes.channelMessages(channel), { body: { content } })) as APIMessage).id;
const startOn = (message: string, body: object = { name: 'thread' }, channel = discord.channel) =>
	rest.post(Routes.threads(channel, message), { body }) as Promise<APIThreadChannel>;

describe('a thread', () => {
	it('begins on a message and has its id', async () => {
		const message = await post();
		const thread = await startOn(message, { name: 'work', auto_archive_duration: 60 });
		expect(thread).toMatchObject({
			id: message,
			parent_id: discord.channel,
			type: ChannelType.PublicThread,
			name: 'work',
		});
		expect(await rest.get(Routes.channelMessage(discord.channel, message))).toMatchObject({ thread: { id: message } });
		expect(await refusedWith(startOn(message))).toMatchObject({ status: 400, code: 160004 });
	});

	it('begins as a post of a forum', async () => {
		const body = { name: 'question', message: { content: 'why' } };
		const thread = (await rest.post(Routes.threads(discord.forum), { body })) as APIThreadChannel;
		expect(discord.messages(thread.id).map(({ id, content }) => [id, content])).toEqual([[thread.id, 'why']]);
		const without = rest.post(Routes.threads(discord.forum), { body: { name: 'question' } });
		expect(await refusedWith(without)).toMatchObject({ code: 50035, fields: ['message: BASE_TYPE_REQUIRED'] });
		expect(await refusedWith(post(discord.forum))).toMatchObject({ code: 50008 });
	});

	it('is reopened by a message, unless it is locked', async () => {
		const { id } = await startOn(await post());
		discord.archive(id);
		await post(id);
		expect(discord.channelOf(id).archived).toBe(false);
		discord.lock(id);
		expect(await refusedWith(post(id))).toMatchObject({ status: 403, code: 160005 });
	});

	it('is listed while active, and among the archived afterwards', async () => {
		const channel = discord.addChannel();
		const { id } = await startOn(await post(channel), { name: 'a' }, channel);
		const active = async () =>
			((await rest.get(Routes.guildActiveThreads(discord.guild))) as { threads: APIChannel[] }).threads.some(
				(thread) => thread.id === id,
			);
		expect(await active()).toBe(true);
		await rest.patch(Routes.channel(id), { body: { archived: true } });
		expect(await active()).toBe(false);
		expect(await rest.get(Routes.channelThreads(channel, 'public'))).toMatchObject({
			threads: [{ id }],
			has_more: false,
		});
		expect(await refusedWith(rest.patch(Routes.channel(id), { body: { name: 'b' } }))).toMatchObject({ code: 50083 });
		await rest.patch(Routes.channel(id), { body: { archived: false } });
		expect(await rest.patch(Routes.channel(id), { body: { name: 'b' } })).toMatchObject({ name: 'b' });
	});

	it('is joined and left', async () => {
		const { id } = await startOn(await post());
		await rest.delete(Routes.threadMembers(id, '@me'));
		await rest.put(Routes.threadMembers(id, '@me'));
		expect(await rest.get(Routes.threadMembers(id))).toMatchObject([{ user_id: discord.botUser }]);
		expect(await refusedWith(rest.put(Routes.threadMembers(discord.channel, '@me')))).toMatchObject({ code: 50024 });
	});

	it.each<[string, object, string]>([
		['without a name', {}, 'name: BASE_TYPE_REQUIRED'],
		['with an empty name', { name: '' }, 'name: BASE_TYPE_REQUIRED'],
		['with a name over 100', { name: 'x'.repeat(101) }, 'name: BASE_TYPE_BAD_LENGTH'],
		['with a time that is none', { name: 'x', auto_archive_duration: 61 }, 'auto_archive_duration: BASE_TYPE_CHOICES'],
	])('is refused %s', async (_what, body, field) => {
		expect(await refusedWith(startOn(await post(), body))).toMatchObject({ code: 50035, fields: [field] });
	});

	it('is refused in a thread, in a direct conversation, and without the right', async () => {
		const { id } = await startOn(await post());
		expect(await refusedWith(startOn(await post(id), { name: 'x' }, id))).toMatchObject({ code: 50024 });
		const { channel } = await discord.as(discord.ada).dm('hello');
		expect(await refusedWith(startOn(await post(channel), { name: 'x' }, channel))).toMatchObject({ code: 50024 });
		const closed = discord.addChannel({ permissions: botPermissions & ~bits('CreatePublicThreads') });
		expect(await refusedWith(startOn(await post(closed), { name: 'x' }, closed))).toMatchObject({ code: 50013 });
	});

	it('is refused when there are too many, and writing in one without the right', async () => {
		await using other = await startFakeDiscord({ activeThreads: 1 });
		const client = restClient(other);
		const start = async () => {
			const { id } = (await client.post(Routes.channelMessages(other.channel), {
				body: { content: 'x' },
			})) as APIMessage;
			return client.post(Routes.threads(other.channel, id), { body: { name: 'x' } }) as Promise<APIThreadChannel>;
		};
		const { id } = await start();
		expect(await refusedWith(start())).toMatchObject({ status: 400, code: 160006 });
		other.setPermissions(other.channel, botPermissions & ~bits('SendMessagesInThreads'));
		const write = client.post(Routes.channelMessages(id), { body: { content: 'x' } });
		expect(await refusedWith(write)).toMatchObject({ code: 50013 });
	});
});

describe('a reaction', () => {
	const react = (message: string, emoji: string) =>
		rest.put(Routes.channelMessageOwnReaction(discord.channel, message, encodeURIComponent(emoji)));

	it('is set once and taken away', async () => {
		const message = await post();
		await react(message, '👀');
		await react(message, '👀');
		expect(discord.message(message)?.reactions).toEqual({ '👀': [discord.botUser] });
		await rest.delete(Routes.channelMessageOwnReaction(discord.channel, message, encodeURIComponent('👀')));
		expect(discord.message(message)?.reactions).toEqual({});
	});

	it('of somebody else needs a right to be taken away', async () => {
		const message = await post();
		await discord.as(discord.ada).react(message, '👍');
		const remove = rest.delete(
			Routes.channelMessageUserReaction(discord.channel, message, encodeURIComponent('👍'), discord.ada),
		);
		expect(await refusedWith(remove)).toMatchObject({ code: 50013 });
	});

	it('is refused with what is no emoji, on no message, as the 21st, and without the right', async () => {
		const message = await post();
		expect(await refusedWith(react(message, 'x'))).toMatchObject({ status: 400, code: 10014 });
		expect(await refusedWith(react(nowhere, '👍'))).toMatchObject({ status: 404, code: 10008 });
		for (const emoji of ['😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗😙😚🙂🤗'].flatMap((all) => [...all]))
			await react(message, emoji);
		expect(await refusedWith(react(message, '🦀'))).toMatchObject({ code: 30010 });
		const channel = discord.addChannel({ permissions: botPermissions & ~bits('AddReactions') });
		const there = rest.put(Routes.channelMessageOwnReaction(channel, await post(channel), encodeURIComponent('👍')));
		expect(await refusedWith(there)).toMatchObject({ code: 50013 });
	});
});

describe('people and places', () => {
	it('are found', async () => {
		expect(await rest.get(Routes.channel(discord.channel))).toMatchObject({ name: 'general', guild_id: discord.guild });
		expect(await rest.get(Routes.guild(discord.guild))).toMatchObject({ name: 'Workshop' });
		const roles = (await rest.get(Routes.guildRoles(discord.guild))) as { name: string }[];
		expect(roles.map(({ name }) => name)).toContain('makers');
		const member = (await rest.get(Routes.guildMember(discord.guild, discord.grace))) as APIGuildMember;
		expect(member.roles).toEqual([discord.makers]);
		expect(await rest.get(Routes.user(discord.ada))).toMatchObject({ global_name: 'Ada' });
	});

	it.each<[string, () => string, number, number]>([
		['channel', () => Routes.channel(nowhere), 404, 10003],
		['guild', () => Routes.guild(nowhere), 404, 10004],
		['user', () => Routes.user(nowhere), 404, 10013],
		['member', () => Routes.guildMember(discord.guild, discord.addUser()), 404, 10007],
		['message', () => Routes.channelMessage(discord.channel, nowhere), 404, 10008],
	])('are refused when there is no such %s', async (_what, path, status, code) => {
		expect(await refusedWith(rest.get(path() as `/${string}`))).toMatchObject({ status, code });
	});

	it('are refused where the bot is not, or sees nothing', async () => {
		const guild = discord.addGuild({ withBot: false });
		expect(await refusedWith(rest.get(Routes.guild(guild)))).toMatchObject({ status: 403, code: 50001 });
		const [channel = ''] = discord.channelsOf(guild);
		expect(await refusedWith(rest.get(Routes.channel(channel)))).toMatchObject({ code: 50001 });
		const hidden = discord.addChannel({ permissions: 0n });
		expect(await refusedWith(rest.post(Routes.channelTyping(hidden)))).toMatchObject({ code: 50001 });
	});

	it('are written to directly, unless they do not let that', async () => {
		const open = async (user: string) =>
			((await rest.post(Routes.userChannels(), { body: { recipient_id: user } })) as APIChannel).id;
		const channel = await open(discord.grace);
		expect(await open(discord.grace)).toBe(channel);
		await post(channel);
		discord.setDms(discord.grace, 'closed');
		expect(await refusedWith(post(channel))).toMatchObject({ status: 403, code: 50007 });
		discord.setDms(discord.grace, 'no-mutual-guild');
		expect(await refusedWith(post(channel))).toMatchObject({ status: 403, code: 50278 });
		expect(await refusedWith(open(nowhere))).toMatchObject({ code: 10013 });
	});

	it('show that the bot types', async () => {
		await rest.post(Routes.channelTyping(discord.channel));
		expect(discord.typing(discord.channel)).toHaveLength(1);
	});

	it('lose a message of the bot, and keep those of others', async () => {
		const message = await post();
		await rest.delete(Routes.channelMessage(discord.channel, message));
		expect(discord.message(message)).toBeUndefined();
		const theirs = await discord.as(discord.ada).say(discord.channel, 'mine');
		expect(await refusedWith(rest.delete(Routes.channelMessage(discord.channel, theirs)))).toMatchObject({
			code: 50013,
		});
	});
});
