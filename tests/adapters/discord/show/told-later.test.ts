import { describe, expect, it } from 'vitest';
import { bits, botPermissions } from '../../../support/fake-discord/permissions.ts';
import { inChannel, inDm } from './elsewhere.ts';
import { answer, done, notice, play, started, taken, toolFinished, toolStarted } from './events.ts';
import { createFeed, openShow } from './open-show.ts';

describe('an answer that an earlier process could not show in its thread of Discord', () => {
	it.each(['in its channel', 'in its thread'])(
		'is said %s after all where Discord was away meanwhile',
		async (where) => {
			await using opened = await openShow();
			const { discord, outbox } = opened;
			const { thread, key } = await opened.root();
			const events = [started, taken(key), toolStarted('c1'), toolFinished('c1'), answer('The sum is 42.', 2), done];
			discord.setPermissions(discord.channel, bits('ViewChannel', 'SendMessages', 'ReadMessageHistory'));
			const feed = createFeed();
			const first = opened.show(thread, feed);
			first.catch(() => {});
			feed.push(...events.slice(0, -2));
			await opened.see(() => outbox.all.some(({ key: of, id }) => of.endsWith('/live-1') && id), 'no live message');
			discord.outage({ status: 503, text: 'down' }, 60_000);
			feed.push(...events.slice(-2));
			feed.end();
			await expect(opened.until(first)).rejects.toThrow();
			await opened.pass(65_000);
			if (where === 'in its thread') discord.setPermissions(discord.channel, botPermissions);
			await opened.until(opened.show(thread, play(...events), [...outbox.all]));
			const said = where === 'in its thread' ? opened.texts(thread) : inChannel(opened);
			expect(said).toEqual([expect.stringContaining('The sum is 42.')]);
		},
	);

	it('is said in the thread when the bot may begin it at last', async () => {
		await using opened = await openShow();
		const { discord, outbox } = opened;
		const { thread, key } = await opened.root();
		const events = [started, taken(key), toolStarted('c1'), toolFinished('c1'), answer('The sum is 42.', 2), done];
		discord.setPermissions(discord.channel, bits('ViewChannel', 'ReadMessageHistory'));
		discord.setDms(discord.ada, 'closed');
		await expect(opened.until(opened.show(thread, play(...events)))).rejects.toThrow('Missing Permissions');
		discord.setPermissions(discord.channel, botPermissions);
		await opened.until(opened.show(thread, play(...events), [...outbox.all]));
		expect(opened.texts(thread).at(-1)).toContain('The sum is 42.');
	});

	it('is said in the thread after a process that could tell one person only', async () => {
		await using opened = await openShow();
		const { discord, outbox } = opened;
		const { thread, key } = await opened.root();
		const ada = { id: `discord:${discord.guild}/${discord.ada}`, name: 'Ada', traits: [] };
		const told = { ...notice('for you alone'), to: ada } as const;
		discord.setPermissions(discord.channel, bits('ViewChannel', 'ReadMessageHistory'));
		await opened.until(opened.show(thread, play(started, taken(key), told)));
		expect(inDm(opened)).toEqual([expect.stringContaining('for you alone')]);
		discord.setPermissions(discord.channel, botPermissions);
		const events = [started, taken(key), told, answer('The sum is 42.'), done];
		await opened.until(opened.show(thread, play(...events), [...outbox.all]));
		expect(opened.texts(thread).at(-1)).toContain('The sum is 42.');
	});

	it('is said nowhere when the thread with a piece of the answer alone was deleted while the bot was away', async () => {
		await using opened = await openShow();
		const { discord, outbox } = opened;
		const { thread, channel, key } = await opened.root();
		const events = [started, taken(key), answer('A sentence of some words. '.repeat(200)), done];
		await opened.until(opened.show(thread, play(...events)));
		expect(opened.texts(thread).length).toBeGreaterThan(1);
		discord.deleteThread(channel);
		await using second = await openShow({ discord });
		const left = outbox.all.filter(({ key: of }) => of.endsWith('/message') || of.endsWith('/message/form'));
		expect(left).toHaveLength(2);
		await second.until(second.show(thread, play(...events), left));
		expect([inChannel(second), discord.threads(discord.channel)]).toEqual([[], []]);
	});
});
