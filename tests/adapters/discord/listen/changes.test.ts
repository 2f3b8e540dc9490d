import { describe, expect, it } from 'vitest';
import { threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import { startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { nothingKept, openListen } from './open-listen.ts';
import { settled, taken } from './taken.ts';

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
		expect(listen.of('delete')).toMatchObject([{ of, person: { name: 'Ada' } }]);
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
