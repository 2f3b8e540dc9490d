import { ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { handleMissed, type MissedDeps } from '../../../../src/adapters/discord/connect/handle-missed.ts';
import type { KnownChannel } from '../../../../src/adapters/discord/decode/channel.ts';
import { silentLogger } from '../../../../src/base/log.ts';

const known = (id: string, type: ChannelType, parent?: string): [string, KnownChannel] => [
	id,
	{ id, type, parent, name: '', guild: '1', isOpen: true, last: undefined },
];
const channels = new Map([known('a', ChannelType.GuildText), known('t', ChannelType.PublicThread, 'a')]);

function deps(signal = new AbortController().signal): MissedDeps {
	return { places: { guilds: new Map(), channels }, signal, log: silentLogger };
}

describe('what was missed', () => {
	it('comes in by its age, in a channel and its threads one by one', async () => {
		const done: string[] = [];
		const one = (id: string, channel: string) => ({
			...{ id, channel },
			work: async () => {
				done.push(`begin ${id}`);
				await Promise.resolve();
				done.push(`end ${id}`);
			},
		});
		await handleMissed([one('30', 'a'), one('9', 'a'), one('20', 't')], deps());
		expect(done).toEqual(['begin 9', 'end 9', 'begin 20', 'end 20', 'begin 30', 'end 30']);
	});

	it('comes in although something before it cannot be taken in, until we leave', async () => {
		const done: string[] = [];
		const leaving = new AbortController();
		const failing = { id: '1', channel: 'a', work: () => Promise.reject(new Error('unreadable')) };
		const next = { id: '2', channel: 'a', work: async () => void done.push('2') };
		await handleMissed([failing, next], deps());
		expect(done).toEqual(['2']);
		leaving.abort(new Error('leaving'));
		await expect(handleMissed([failing, next], deps(leaving.signal))).rejects.toThrow('leaving');
		expect(done).toEqual(['2']);
	});
});
