import { describe, expect, it } from 'vitest';
import { type FakeDiscord, startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type OpenListen, openListen } from './open-listen.ts';
import { bytes, settled, taken } from './taken.ts';

const csv = [{ name: 'may.csv', bytes: bytes('5') }];

/** A thread of ours, in which one message was taken in. */
async function ourThread(discord: FakeDiscord, listen: OpenListen): Promise<string> {
	const root = await discord.as(discord.ada).say(discord.channel, 'make a chart', { mention: true });
	await taken(listen, 1);
	await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
	return root;
}

describe('a reply in a thread of ours', () => {
	it('brings the words and the files of a colleague, with whose they are', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const thread = await ourThread(discord, listen);
		const of = await discord.as(discord.visitor).say(thread, `<@${discord.grace}> Numbers of May`, { files: csv });
		await discord.as(discord.ada).say(thread, 'sum these up', { replyTo: of });
		const [, message] = await taken(listen, 2);
		expect(message?.text).toBe('sum these up\n\nIn reply to a message of Visitor:\n> @Grace Numbers of May');
		expect(message?.files).toMatchObject([
			{ name: 'may.csv', by: { id: `discord:${discord.guild}/${discord.visitor}`, name: 'Visitor' } },
		]);
	});

	it('to our answer brings its words, and names its files without taking them in again', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const thread = await ourThread(discord, listen);
		const bot = discord.as(discord.botUser);
		const post = await bot.say(thread, 'Here **it** is.', { files: [{ name: 'chart.png', bytes: bytes('x') }] });
		await discord.as(discord.ada).say(thread, 'make it blue', { replyTo: post });
		const [, reply] = await taken(listen, 2);
		expect(reply?.text).toBe('make it blue\n\nIn reply to your message:\n> Here **it** is.\n> [file: chart.png]');
		expect(reply?.files).toEqual([]);
	});

	it('to an alert of another app brings the words of its embed', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const robot = discord.addUser({ name: 'Alertmanager', bot: true });
		discord.addMember({ guild: discord.guild, user: robot });
		const embeds = [{ title: 'DiskFull', description: 'db-7 at 97 %' }];
		const alert = await discord.as(robot).say(discord.channel, '', { shown: { embeds } });
		await discord.as(discord.ada).say(discord.channel, 'mend this', { mention: true, replyTo: alert });
		const [message] = await taken(listen, 1);
		expect(message?.text).toBe('mend this\n\nIn reply to a message of Alertmanager:\n> > DiskFull\n> > db-7 at 97 %');
	});

	it('is looked up where Discord did not, and says so where it is gone or hidden', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const [ada, grace] = [discord.as(discord.ada), discord.as(discord.grace)];
		const thread = await ourThread(discord, listen);
		const of = await grace.say(thread, `<@${discord.visitor}> the numbers`, { files: csv });
		const unlooked = { referenced_message: undefined } as never;
		await ada.say(thread, 'sum these up', { replyTo: of, shown: unlooked });
		await taken(listen, 2);
		discord.failNext('GET /channels/:id/messages/:id', { status: 403, code: 50001 });
		await ada.say(thread, 'and again', { replyTo: of, shown: unlooked });
		await taken(listen, 3);
		await ada.say(thread, 'once more', { replyTo: of, shown: { referenced_message: null } });
		const [, found, hidden, gone] = await taken(listen, 4);
		expect(found?.text).toBe('sum these up\n\nIn reply to a message of Grace:\n> @Visitor the numbers');
		expect(found?.files).toMatchObject([{ name: 'may.csv' }]);
		expect(hidden?.text).toBe('and again\n\nIn reply to a message that I cannot read.');
		expect(gone?.text).toBe('once more\n\nIn reply to a message that was deleted.');
	});

	it('asks Discord for nothing where it is not for us', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const grace = discord.as(discord.grace);
		const of = await grace.say(discord.channel, 'hello');
		await grace.say(discord.channel, 'hello again', { replyTo: of, shown: { referenced_message: undefined } as never });
		await settled(discord, listen);
		expect(discord.calls('GET', '/channels/:id/messages/:id')).toEqual([]);
	});
});

describe('a message of more than words', () => {
	it('brings what it forwards: words, files by their titles, and who wrote it', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const of = await discord
			.as(discord.grace)
			.say(discord.channel, `for <@${discord.visitor}>`, { files: [{ name: '8월 추천.csv', bytes: bytes('5') }] });
		const thread = await ourThread(discord, listen);
		await discord.as(discord.ada).say(thread, '', { forwards: of });
		const [, inThread] = await taken(listen, 2);
		await discord.as(discord.ada).dm('', { forwards: of });
		const [, , direct] = await taken(listen, 3);
		expect(direct?.text).toBe('Forwarded message:\n> for @Visitor');
		expect(direct?.files.map(({ name }) => name)).toEqual(['8월 추천.csv']);
		expect(inThread?.text).toBe('Forwarded message of Grace:\n> for @Visitor');
	});

	it('is taken in where it is a poll, a sticker or a voice message alone', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const poll = { question: { text: 'Lunch?' }, answers: [{ answer_id: 1, poll_media: { text: 'soup' } }] } as never;
		await ada.dm('', { shown: { poll } });
		await ada.dm('', { shown: { sticker_items: [{ id: '1', name: 'wave', format_type: 1 }] } });
		const voice = { name: 'voice-message.ogg', bytes: bytes('x'), contentType: 'audio/ogg', description: '' };
		await ada.dm('', { files: [voice], shown: { flags: 8192 } });
		const messages = await taken(listen, 3);
		expect(messages.map(({ text }) => text)).toEqual([
			'Poll: Lunch?\n- soup',
			'(sticker: wave)',
			'(a voice message, which I cannot hear)',
		]);
	});
});
