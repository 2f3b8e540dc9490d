import { describe, expect, it } from 'vitest';
import { bits } from '../../../support/fake-discord/permissions.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { failureOf } from '../rest/open-rest.ts';
import { answer, done, play, started, taken } from './events.ts';
import { openShow } from './open-show.ts';

const lines = Array.from({ length: 500 }, (_, at) => `Line ${at} of a long answer, with some words in it.`);
const withoutFiles = bits('ViewChannel', 'ReadMessageHistory', 'SendMessages', 'SendMessagesInThreads');

describe('an answer whose file Discord refuses', () => {
	it.each([2, 5, 9])('follows whole, each line once, though an outage came before piece %i', async (piece) => {
		let cutOff = () => {};
		const outbox = createMemoryOutbox((call, key) => {
			if (call === 'intended' && key.endsWith(`/${piece}`)) cutOff();
		});
		await using opened = await openShow({ outbox });
		const { discord } = opened;
		const { thread, key, channel } = await opened.root();
		await discord.as(discord.ada).startThread(channel, 'Lines');
		discord.setPermissions(discord.channel, withoutFiles);
		cutOff = () => {
			cutOff = () => {};
			discord.outage({ status: 503, text: 'away' }, 300_000);
		};
		const events = [started, taken(key), answer(lines.join('\n')), done];
		await failureOf(opened.until(opened.show(thread, play(...events))));
		await opened.pass(600_000);
		const rows = outbox.all.map((row) => ({ ...row }));
		await opened.until(opened.show(thread, play(...events), rows));
		const [, ...pieces] = opened.texts(thread);
		const words = pieces.join('\n');
		expect(lines.map((line) => words.split(line).length - 1)).toEqual(lines.map(() => 1));
		expect(outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});
});
