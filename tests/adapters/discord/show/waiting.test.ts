import { describe, expect, it } from 'vitest';
import type { Telling, ToldEvent } from '../../../../src/chat/events.ts';
import { bits } from '../../../support/fake-discord/permissions.ts';
import { answer, done, play, started, taken } from './events.ts';
import { type OpenShow, openShow } from './open-show.ts';

function answering(key: string, ...events: readonly ToldEvent[]): Telling {
	return { session: 's', turn: `in-${key}`, answers: key, events };
}

describe('a message that waits in Discord', () => {
	const waiting = (of: string, steers = false) => ({ type: 'waiting', of, steers }) as const;

	it('is marked until it is taken, and its writer can use it now or take it back', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key, channel } = await opened.root();
		await opened.until(opened.tell(thread, answering(key, waiting(key))));
		const reply = await opened.see(() => repliesTo(opened, channel)[0], 'the reply');
		await opened.see(() => discord.message(channel)?.reactions['⏳'], 'the mark');
		expect(discord.plainText(reply)).toMatch(/waits[\s\S]*Use now[\s\S]*Take back/);
		expect(discord.pings(reply)).toEqual([]);
		await opened.until(opened.show(thread, play(started, taken(key), answer('Yes.'), done)));
		await opened.see(() => Object.keys(discord.message(channel)?.reactions ?? {}).length === 0, 'no mark');
		await opened.see(() => repliesTo(opened, channel).length === 0, 'no reply');
		await opened.see(() => opened.outbox.all.every(({ id }) => id !== undefined), 'all ids');
	});

	it('is marked no longer when it was taken back, in another process too', async () => {
		await using first = await openShow();
		const { discord, outbox } = first;
		const { thread, key, channel } = await first.root();
		await first.until(first.tell(thread, answering(key, waiting(key))));
		await first.see(() => repliesTo(first, channel)[0] && discord.message(channel)?.reactions['⏳'], 'all of it');
		await using second = await openShow({ discord, outbox });
		await second.until(second.tell(thread, answering(key, { type: 'taken-back', of: key })));
		await second.see(() => repliesTo(second, channel).length === 0, 'no reply');
		await second.see(() => Object.keys(discord.message(channel)?.reactions ?? {}).length === 0, 'no mark');
	});

	it('is marked alone when it steers anyway', async () => {
		await using opened = await openShow();
		const { thread, key, channel } = await opened.root();
		await opened.until(opened.tell(thread, answering(key, waiting(key, true))));
		await opened.see(() => opened.discord.message(channel)?.reactions['⏳'], 'the mark');
		expect(repliesTo(opened, channel)).toEqual([]);
	});

	it('holds nobody up where it cannot be marked, nor when Discord is frozen', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key } = await opened.root();
		discord.setPermissions(
			discord.channel,
			bits('ViewChannel', 'ReadMessageHistory', 'SendMessagesInThreads', 'CreatePublicThreads'),
		);
		discord.failNext('PUT /channels/:id/messages/:id/reactions/:emoji/@me', 'hang');
		await opened.tell(thread, answering(key, waiting(key)));
		await opened.until(opened.show(thread, play(started, taken(key), answer('Yes.'), done)));
		expect(opened.texts(thread)).toEqual([expect.stringContaining('Yes.')]);
	});
});

function repliesTo({ discord }: OpenShow, message: string) {
	return discord.messages(discord.channel).filter(({ reference }) => reference === message);
}
