import { describe, expect, it } from 'vitest';
import { bits } from '../../../support/fake-discord/permissions.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { failureOf } from '../api/open-rest.ts';
import { answer, done, play, started, taken } from './events.ts';
import { openShow } from './open-show.ts';

const lines = Array.from({ length: 500 }, (_, at) => `Line ${at} of a long answer, with some words in it.`);
const withoutFiles = bits('ViewChannel', 'ReadMessageHistory', 'SendMessages', 'SendMessagesInThreads');

describe('an answer whose file Discord refuses', () => {
	it.each(['/piece-1/2', '/piece-2', '/piece-3/3'])(
		'follows whole, each line once, though an outage came before %s',
		async (piece) => {
			let cutOff = () => {};
			const outbox = createMemoryOutbox((call, key) => {
				if (call === 'intended' && key.endsWith(`/whole${piece}`)) cutOff();
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
			expect(outbox.all.at(-1)).toMatchObject({ key: `t1-x/1/message/file/whole${piece}` });
			await opened.pass(600_000);
			const rows = outbox.all.map((row) => ({ ...row }));
			await opened.until(opened.show(thread, play(...events), rows));
			const [, ...pieces] = opened.texts(thread);
			const words = pieces.join('\n');
			expect(lines.map((line) => words.split(line).length - 1)).toEqual(lines.map(() => 1));
			expect(outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
		},
	);

	it('goes on below what a former version has posted of it', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key, channel } = await opened.root();
		await discord.as(discord.ada).startThread(channel, 'Lines');
		discord.setPermissions(discord.channel, withoutFiles);
		const keys = ['', '/file', '/file/problem', '/file/whole', '/file/whole/2'];
		const before = keys.map((of) => ({ thread, session: 's', turn: 't1-x', key: `t1-x/1/message${of}`, id: channel }));
		const rows = before.map(({ id, ...row }) => (row.key.endsWith('/file') ? row : { ...row, id }));
		for (const row of rows) await opened.outbox.intend(row);
		await opened.until(opened.show(thread, play(started, taken(key), answer(lines.join('\n')), done), rows));
		const words = opened.texts(thread).join('\n');
		const left = lines.filter((line) => words.includes(line));
		expect(left).toEqual(lines.slice(-left.length));
		expect(left.length).toBeGreaterThan(400);
		expect(left.length).toBeLessThan(440);
	});
});
