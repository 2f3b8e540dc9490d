import { describe, expect, it } from 'vitest';
import { threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import { startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { openListen } from '../listen/open-listen.ts';
import { bytes, taken } from '../listen/taken.ts';

describe('a message that waited, read again', () => {
	it('is as it was stored, changed or gone', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const { id, channel } = await ada.dm('one');
		await taken(listen, 1);
		const stored = {
			thread: threadAt({ kind: 'dm', channel }),
			key: `${channel}/${id}`,
			text: 'one',
			files: 0,
			since: undefined,
		};
		expect(await listen.reread(stored)).toEqual({ state: 'as-stored' });
		await ada.edit(id, 'two');
		expect(await listen.reread(stored)).toEqual({ state: 'changed', text: 'two', files: [] });
		expect(await listen.reread({ ...stored, since: Date.now() + 1000 })).toEqual({ state: 'as-stored' });
		await ada.remove(id);
		expect(await listen.reread(stored)).toEqual({ state: 'gone' });
		expect(await listen.reread({ ...stored, key: 'i/77' })).toEqual({ state: 'as-stored' });
	});

	it('is asked for while the gateway is out of reach, for its change is not told then', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const { id, channel } = await ada.dm('one');
		await taken(listen, 1);
		const since = Date.now();
		const stored = { thread: threadAt({ kind: 'dm', channel }), key: `${channel}/${id}`, text: 'one', files: 0, since };
		discord.refuseConnections(true);
		discord.disconnect();
		await ada.edit(id, 'two');
		await waitFor(async () => (await listen.reread(stored)).state === 'changed', 'the change');
		expect(listen.of('edit')).toEqual([]);
		discord.refuseConnections(false);
	});

	it('counts as it was stored where Discord gives us no words', async () => {
		await using discord = await startFakeDiscord({ messageContent: false });
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const id = await ada.say(discord.channel, 'make a chart', { mention: true });
		const place = { kind: 'thread', guild: discord.guild, parent: discord.channel, channel: id } as const;
		const stored = {
			thread: threadAt(place),
			key: `${discord.channel}/${id}`,
			text: 'make a chart',
			files: 0,
			since: undefined,
		};
		await ada.edit(id, 'make a table');
		expect(await listen.reread(stored)).toEqual({ state: 'as-stored' });
	});

	it('names who shared the files of what it replies to, as it did when it came in', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		const ada = discord.as(discord.ada);
		const file = { name: 'hers.csv', bytes: bytes('5') };
		const hers = await discord.as(discord.grace).say(discord.channel, 'my numbers', { files: [file] });
		const id = await ada.say(discord.channel, 'sum this up', { mention: true, replyTo: hers });
		const [{ thread, key, text, files } = expect.unreachable()] = await taken(listen, 1);
		expect(files.map(({ by }) => by?.id)).toEqual([`discord:${discord.guild}/${discord.grace}`]);
		await ada.edit(id, 'sum this up, please');
		// Discord signs its links anew.
		const again = files.map((one) => ({ ...one, source: expect.any(String) }));
		const changed = { state: 'changed', text: text.replace('up', 'up, please'), files: again };
		expect(await listen.reread({ thread, key, text, files: 1, since: undefined })).toEqual(changed);
		await discord.as(discord.grace).edit(hers, 'my new numbers');
		const anew = { ...changed, text: changed.text.replace('my', 'my new') };
		expect(await listen.reread({ thread, key, text, files: 1, since: undefined })).toEqual(anew);
	});
});
