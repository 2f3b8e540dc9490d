import { describe, expect, it } from 'vitest';
import { threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import { startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { nothingKept, openListen } from './open-listen.ts';
import { bytes, settled, taken } from './taken.ts';

describe('what people do to what they said', () => {
	it('changes and withdraws it in threads of ours', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const { id, channel } = await ada.dm('one');
		await taken(listen, 1);
		await ada.edit(id, 'two');
		await ada.remove(id);
		await waitFor(() => listen.of('delete').length === 1, 'the removal');
		const of = `${channel}/${id}`;
		expect(listen.of('edit')).toMatchObject([{ of, text: 'two', thread: threadAt({ kind: 'dm', channel }) }]);
		expect(listen.of('delete')).toMatchObject([{ of, person: { name: 'Ada' }, gone: true }]);
	});

	it('is gone also where nobody knows any more whose it was', async () => {
		await using discord = await startFakeDiscord();
		const kept = nothingKept();
		const ada = discord.as(discord.ada);
		let said: { readonly id: string; readonly channel: string };
		{
			await using listen = await openListen(discord, { kept });
			said = await ada.dm('one');
			await taken(listen, 1);
		}
		await using listen = await openListen(discord, { kept });
		await ada.remove(said.id);
		await waitFor(() => listen.of('delete').length === 1, 'the removal');
		expect(listen.of('delete')).toMatchObject([{ of: `${said.channel}/${said.id}`, gone: true }]);
	});

	it('is none of ours elsewhere', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const id = await ada.say(discord.channel, 'one');
		await ada.edit(id, 'two');
		await ada.remove(id);
		await settled(discord, listen);
		expect(listen.kept.inbounds).toHaveLength(1);
	});

	it('begins one turn where an edit names the bot, and changes that one afterwards', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const id = await ada.say(discord.channel, 'please help', { files: [{ name: 'a.csv', bytes: bytes('1') }] });
		await ada.edit(id, `<@${discord.botUser}> please help`);
		const [message] = await taken(listen, 1);
		expect(message).toMatchObject({
			key: `${discord.channel}/${id}`,
			text: 'please help',
			thread: { id: `${discord.guild}-${discord.channel}-${id}` },
			files: [{ name: 'a.csv' }],
		});
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		await ada.edit(id, `<@${discord.botUser}> please help me`);
		const newest = () => listen.of('edit').at(-1);
		await waitFor(() => newest()?.text === 'please help me', 'the edit');
		await settled(discord, listen);
		expect(newest()).toMatchObject({ of: message?.key });
		expect(listen.of('message')).toHaveLength(2);
	});

	it('tells whoever may not ask so once, however often they change it', async () => {
		await using discord = await startFakeDiscord();
		const told: string[] = [];
		await using listen = await openListen(discord, {
			denialOf: ({ person }) => (person.name === 'Ada' ? 'You may not.' : undefined),
			async accept(inbound, keep) {
				if (inbound.person.name !== 'Ada') return await keep(inbound);
				told.push(inbound.key);
				return 'denied';
			},
		});
		const ada = discord.as(discord.ada);
		const id = await ada.say(discord.channel, 'please help');
		for (const words of ['please help', 'please help me', 'please'])
			await ada.edit(id, `<@${discord.botUser}> ${words}`);
		await settled(discord, listen);
		expect(told).toEqual([`${discord.channel}/${id}`]);
	});

	it('begins none with an edit of what had named the bot, of what is old, or that names others', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const named = await ada.say(discord.channel, 'mend it', { mention: true });
		await taken(listen, 1);
		await ada.edit(named, `<@${discord.botUser}> mend it!`);
		const other = await ada.say(discord.channel, 'help');
		await ada.edit(other, `<@${discord.grace}> help`);
		const old = { id: '80000000000000000', channel_id: discord.channel, type: 0, content: `<@${discord.botUser}> hi` };
		const author = { id: discord.ada, username: 'ada' };
		const at = '2026-01-01T00:00:00.000Z';
		const more = { author, mentions: [{ id: discord.botUser }], mention_roles: [], embeds: [], attachments: [] };
		discord.send('MESSAGE_UPDATE', { ...old, ...more, timestamp: at, edited_timestamp: at }, discord.guild);
		await settled(discord, listen);
		expect(listen.of('message').map(({ text }) => text)).toEqual(['mend it', 'the last word']);
		expect(listen.of('edit')).toMatchObject([{ text: 'mend it!' }]);
	});

	it('begins one turn however often Discord tells of it, and with what was said before in a thread of others', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const grace = discord.as(discord.grace);
		const root = await grace.say(discord.channel, 'the numbers are off');
		const thread = await grace.startThread(root, 'Numbers');
		const id = await grace.say(thread, 'who can help?');
		await grace.edit(id, `<@${discord.botUser}> can you help?`);
		await taken(listen, 1);
		const [told] = discord.events('MESSAGE_UPDATE').slice(-1);
		discord.send(
			'MESSAGE_UPDATE',
			{ ...(told?.data as object), embeds: [{ type: 'link', title: 'T' }] },
			discord.guild,
		);
		await settled(discord, listen);
		expect(listen.of('message')).toMatchObject([
			{ text: 'can you help?', withEarlier: true },
			{ text: 'the last word' },
		]);
	});

	it('begins one with an edit that turns from somebody else to the bot in a thread of ours', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const root = await ada.say(discord.channel, 'make a chart', { mention: true });
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		const id = await ada.say(root, `<@${discord.grace}> make it blue`);
		await ada.edit(id, `<@${discord.botUser}> make it blue`);
		const [, message] = await taken(listen, 2);
		expect(message).toMatchObject({ key: `${root}/${id}`, text: 'make it blue' });
		expect(listen.of('edit')).toEqual([]);
	});

	it('is asked for where Discord tells of the changed fields alone', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const id = await ada.say(discord.channel, 'please help');
		await ada.edit(id, `<@${discord.botUser}> please help`, 'partly');
		const [message] = await taken(listen, 1);
		expect(message?.text).toBe('please help');
	});

	it('keeps what a reply answers with its changed words', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const { id: first, channel } = await ada.dm('one');
		const { id } = await ada.dm('two', { replyTo: first });
		await taken(listen, 2);
		await ada.edit(id, 'three');
		await waitFor(() => listen.of('edit').length === 1, 'the edit');
		expect(listen.of('edit')[0]).toMatchObject({
			of: `${channel}/${id}`,
			text: 'three\n\nIn reply to a message of Ada:\n> one',
		});
	});

	it('stops a running turn with ❌, in its thread and on the message that it began on', async () => {
		await using discord = await startFakeDiscord();
		const ada = discord.as(discord.ada);
		const root = await ada.say(discord.channel, 'make a chart', { mention: true });
		const thread = threadAt({ kind: 'thread', guild: discord.guild, parent: discord.channel, channel: root });
		await using listen = await openListen(discord, { running: new Map([[root, thread]]) });
		await ada.startThread(root, 'A chart');
		const inside = await ada.say(root, 'well?');
		await ada.react(root, '👍');
		await ada.react(inside, '❌');
		await ada.react(root, '❌');
		await waitFor(() => listen.of('stop').length === 2, 'two stops');
		expect(listen.of('stop').map((stop) => stop.thread)).toEqual([thread, thread]);
	});
});

describe('without the intent for message content', () => {
	it('mentions, replies, and direct conversations are heard, and a thread is told once that nothing else is', async () => {
		await using discord = await startFakeDiscord({ messageContent: false });
		const kept = nothingKept();
		await using listen = await openListen(discord, { kept });
		const ada = discord.as(discord.ada);
		const root = await ada.say(discord.channel, 'make a chart', { mention: true });
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		await ada.say(root, 'make it blue');
		await ada.say(root, 'please');
		await ada.say(root, 'make it green', { mention: true });
		await taken(listen, 2);
		await ada.dm('hello');
		const messages = await taken(listen, 3);
		expect(messages.map(({ text }) => text)).toEqual(['make a chart', 'make it green', 'hello']);
		const hints = () => discord.messages(root).filter(({ author }) => author === discord.botUser);
		await waitFor(() => hints().length === 1, 'the hint');
		expect(hints()[0]?.content).toContain('I cannot read what is said here without my name');
		await ada.say(root, 'hello?');
		await ada.say(root, 'last', { mention: true });
		await taken(listen, 4);
		expect(hints()).toHaveLength(1);
	});
});
