import { describe, expect, it } from 'vitest';
import { startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { openListen } from './open-listen.ts';
import { bytes, settled, taken } from './taken.ts';

const { signal } = new AbortController();

describe('what people say', () => {
	it('begins a thread on the message that names the bot, named after its words', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const id = await discord.as(discord.ada).say(discord.channel, `<@${discord.botUser}>, hello **there**`);
		const [message] = await taken(listen, 1);
		expect(message).toMatchObject({
			key: `${discord.channel}/${id}`,
			thread: { platform: 'discord', id: `${discord.guild}-${discord.channel}-${id}` },
			text: 'hello **there**',
			files: [],
		});
		expect(message?.person).toMatchObject({ id: `discord:${discord.guild}/${discord.ada}`, name: 'Ada' });
		const thread = await waitFor(() => discord.threads(discord.channel)[0], 'the thread');
		expect(thread).toMatchObject({ id, name: 'hello there' });
	});

	it('needs no mention in a thread of ours, unless it begins with the name of somebody else', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const root = await ada.say(discord.channel, 'make a chart', { mention: true });
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		await ada.say(root, `<@${discord.grace}> look at this`);
		await ada.say(root, 'make it blue', { files: [{ name: 'a.csv', bytes: bytes('1,2') }] });
		const [, second] = await taken(listen, 2);
		expect(second).toMatchObject({
			text: 'make it blue',
			thread: { id: `${discord.guild}-${discord.channel}-${root}` },
		});
		expect(second?.files).toMatchObject([{ name: 'a.csv', size: 3 }]);
		expect(second).not.toHaveProperty('withEarlier');
	});

	it('is said to us in a thread of ours where it replies to us, though its ping is switched off', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const root = await ada.say(discord.channel, 'make a chart', { mention: true });
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		const message = { kind: 'text', markdown: 'Here it is.' } as const;
		const post = await listen.postOnce({ channel: root, key: 'k', message }, new AbortController().signal);
		const mine = await ada.say(root, 'Thanks, I take it');
		await ada.say(root, 'make it blue', { replyTo: post, ping: false });
		await ada.say(root, 'and send it round', { replyTo: mine, ping: false });
		const [, ...later] = await taken(listen, 4);
		expect(later.map(({ aside = false }) => aside)).toEqual([true, false, true]);
	});

	it('is left alone where it is for nobody, for everyone, for a role, or of bots and of ourselves', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		await ada.say(discord.channel, 'good morning');
		await ada.say(discord.channel, '@everyone @here good morning');
		await ada.say(discord.channel, `<@&${discord.makers}> good morning`);
		const robot = discord.addUser({ name: 'Robot', bot: true });
		discord.addMember({ guild: discord.guild, user: robot });
		await discord.as(robot).say(discord.channel, 'do this', { mention: true });
		const id = await listen.postOnce(
			{ channel: discord.channel, key: 'k', message: { kind: 'text', markdown: `<@${discord.botUser}> again` } },
			new AbortController().signal,
		);
		await waitFor(() => discord.message(id), 'our own message');
		await settled(discord, listen);
		expect(listen.of('message').map(({ text }) => text)).toEqual(['the last word']);
	});

	it('is for us when it replies to us with a ping, or names the role that Discord made for the bot', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const { signal } = new AbortController();
		const message = { kind: 'text', markdown: 'Here it is.' } as const;
		const post = await listen.postOnce({ channel: discord.channel, key: 'k', message }, signal);
		await ada.say(discord.channel, 'and now?', { replyTo: post });
		await ada.say(discord.channel, 'not for you', { replyTo: post, ping: false });
		const [reply] = await taken(listen, 1);
		expect(reply?.text).toBe('and now?\n\nIn reply to your message:\n> Here it is.');
		await settled(discord, listen);
		expect(listen.of('message')).toHaveLength(2);
	});

	it('brings along what it replies to where it begins a thread', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const words = 'Numbers of May';
		const of = await discord
			.as(discord.grace)
			.say(discord.channel, words, { files: [{ name: 'may.csv', bytes: bytes('5') }] });
		await discord.as(discord.ada).say(discord.channel, 'sum this up', { mention: true, replyTo: of });
		const [message] = await taken(listen, 1);
		expect(message?.text).toBe('sum this up\n\nIn reply to a message of Grace:\n> Numbers of May');
		expect(message?.files.map(({ name }) => name)).toEqual(['may.csv']);
	});

	it('brings earlier messages along where it names the bot in the middle of a thread', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const [ada, grace] = [discord.as(discord.ada), discord.as(discord.grace)];
		const root = await grace.say(discord.channel, 'Lunch?', { files: [{ name: 'menu.txt', bytes: bytes('soup') }] });
		const thread = await grace.startThread(root, 'Lunch');
		await grace.say(thread, `<@${discord.ada}> soup or salad?`);
		await ada.say(thread, 'what do they have?', { mention: true });
		const [message] = await taken(listen, 1);
		expect(message).toMatchObject({ text: 'what do they have?', withEarlier: true });
		if (!message) throw new Error('Nothing came in');
		const { first, leftOut, newest } = await listen.past.earlier(message.thread, message.key, signal);
		const earlier = [...first, ...newest];
		expect(leftOut).toEqual({ kind: 'none' });
		expect(earlier.map(({ name, text }) => [name, text])).toEqual([
			['Grace', 'Lunch?'],
			['Grace', '@Ada soup or salad?'],
		]);
		expect(earlier[0]?.files.map(({ name }) => name)).toEqual(['menu.txt']);
	});

	it('is a session of its own in a forum post and in a direct conversation', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const post = await ada.forumPost(discord.forum, 'Broken chart', 'it is empty', { mention: true });
		const { channel } = await ada.dm('hello');
		const messages = await taken(listen, 2);
		expect(messages.map(({ thread, text }) => [thread.id, text])).toEqual([
			[`${discord.guild}-${discord.forum}-${post}`, 'it is empty'],
			[`dm-${channel}`, 'hello'],
		]);
		for (const message of messages) expect(message).not.toHaveProperty('withEarlier');
		expect(messages[1]?.person.id).toBe(`discord:${discord.guild}/${discord.ada}`);
	});

	it('is a command, or the word that stops, where all of it is one', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const root = await ada.say(discord.channel, 'make a chart', { mention: true });
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		await ada.say(discord.channel, 'load s1', { mention: true });
		await ada.say(discord.channel, '', { mention: true });
		await ada.say(root, '!status');
		await ada.say(root, 'status');
		await ada.say(root, 'Stop');
		await waitFor(() => listen.of('stop').length === 1 && listen.of('command').length === 3, 'the stop');
		const commands = listen.of('command').map(({ name, args }) => `${name} ${args}`.trim());
		expect(commands.toSorted()).toEqual(['help', 'load s1', 'status']);
		expect(listen.of('message').map(({ text }) => text)).toEqual(['make a chart', 'status']);
	});

	it('is said to be in vain where no thread can be', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const voice = discord.addChannel({ type: 2, name: 'voice' });
		const id = await discord.as(discord.ada).say(voice, 'hello', { mention: true });
		const [, reply] = await waitFor(() => discord.messages(voice).length === 2 && discord.messages(voice), 'the reply');
		expect(reply).toMatchObject({ reference: id, author: discord.botUser });
		expect(reply?.content).toContain('No thread can be opened here');
		expect(reply && discord.pings(reply)).toEqual([]);
		expect(listen.kept.inbounds).toEqual([]);
	});

	it('is taken in once, however often it comes', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		discord.duplicateNext('MESSAGE_CREATE', 1);
		await discord.as(discord.ada).say(discord.channel, 'hello', { mention: true });
		await settled(discord, listen);
		expect(listen.of('message').map(({ text }) => text)).toEqual(['hello', 'the last word']);
	});

	it('is taken in again until it is stored, in order, and nothing ends the process', async () => {
		await using discord = await startFakeDiscord();
		let failures = 2;
		await using listen = await openListen(discord, {
			accept: async (inbound, keep) => {
				failures -= 1;
				if (failures >= 0) throw new Error('The disk is full');
				return keep(inbound);
			},
		});
		const ada = discord.as(discord.ada);
		const { channel } = await ada.dm('first');
		await ada.say(channel, 'second');
		const messages = await taken(listen, 2);
		expect(messages.map(({ text }) => text)).toEqual(['first', 'second']);
	});

	it('holds up nothing when it cannot be read at all', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const odd = { id: '1', channel_id: discord.channel, type: 0, author: { id: '7' }, content: null, mentions: 7 };
		discord.send('MESSAGE_CREATE', odd, discord.guild);
		await settled(discord, listen);
		expect(listen.kept.inbounds).toHaveLength(1);
	});
});
