import { describe, expect, it } from 'vitest';
import { startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { openListen } from './open-listen.ts';
import { settled, taken } from './taken.ts';

describe('that something was heard', () => {
	it('shows where it was said while it is still being stored', async () => {
		await using discord = await startFakeDiscord();
		const stored = Promise.withResolvers<void>();
		const accept = async () => {
			await stored.promise;
			return 'stored' as const;
		};
		await using _listen = await openListen(discord, { accept });
		await discord.as(discord.ada).say(discord.channel, 'hello', { mention: true });
		await waitFor(() => discord.typing(discord.channel).length === 1, 'that it types');
		stored.resolve();
	});

	it('shows although what was said before in the channel still waits to be taken in', async () => {
		await using discord = await startFakeDiscord();
		const never = new Promise<never>(() => {});
		let isFirst = true;
		await using _listen = await openListen(discord, {
			accept: (inbound, keep) => {
				if (!isFirst) return keep(inbound);
				isFirst = false;
				return never;
			},
		});
		const ada = discord.as(discord.ada);
		await ada.say(discord.channel, 'one', { mention: true });
		await ada.say(discord.channel, 'two', { mention: true });
		await waitFor(() => discord.typing(discord.channel).length === 2, 'that it types for both');
	});

	it('does not show where somebody may not ask, nor for commands, nor for what is for nobody', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord, {
			denialOf: ({ person }) => (person.name === 'Grace' ? 'You may not.' : undefined),
		});
		const ada = discord.as(discord.ada);
		await ada.say(discord.channel, 'good morning');
		await ada.say(discord.channel, 'status', { mention: true });
		await discord.as(discord.grace).say(discord.channel, 'hello', { mention: true });
		await taken(listen, 1);
		await waitFor(() => listen.of('command').length === 1, 'the command');
		await settled(discord, listen);
		expect(discord.typing(discord.channel)).toEqual([]);
	});
});
