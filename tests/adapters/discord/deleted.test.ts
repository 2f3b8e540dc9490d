import { describe, expect, it } from 'vitest';
import { createDiscord } from '../../../src/adapters/discord/discord.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { startFakeDiscord } from '../../support/fake-discord/fake-discord.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { noArtifacts } from '../artifacts-from.ts';
import { openStage, type Place } from '../forge-place.ts';
import { settingsFor } from './listen/open-listen.ts';

/** The core on a Discord, with a turn of Ada's that runs until it is stopped. */
async function open() {
	await using building = new AsyncDisposableStack();
	const discord = building.use(await startFakeDiscord());
	const dir = building.use(await tempDir());
	const brain = scriptedModel([{ text: 'working on it, at length', hangs: true }]);
	const place: Pick<Place, 'connect' | 'started' | 'admins'> = {
		admins: [],
		connect: ({ store, commands, denialOf }) =>
			createDiscord({
				openArtifact: noArtifacts,
				...store,
				settings: settingsFor(discord),
				commands,
				denialOf,
				log: silentLogger,
			}),
		started: async () => {},
	};
	const stage = building.use(await openStage(place as Place, { home: dir.path, brain }));
	const request = await discord.as(discord.ada).say(discord.channel, 'begin', { mention: true });
	await waitFor(() => brain.requests.length === 1, 'the turn');
	await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
	const parts = building.move();
	return { discord, request, ...stage, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

type Opened = Awaited<ReturnType<typeof open>>;

function inChannel({ discord }: Opened): string[] {
	const own = discord.messages(discord.channel).filter(({ author }) => author === discord.botUser);
	return own.map((message) => discord.plainText(message));
}

describe('what its author deletes in Discord while the turn runs', () => {
	it('as the request, stops the turn, which is said in its thread alone', async () => {
		await using opened = await open();
		const { discord, request, bench } = opened;
		await discord.as(discord.ada).remove(request);
		await bench.dispatch.settled();
		expect(inChannel(opened)).toEqual([]);
		expect(
			discord
				.messages(request)
				.map((message) => discord.plainText(message))
				.join('\n'),
		).toContain('Stopped');
	});

	it.each([
		['thread', ({ discord, request }: Opened) => discord.deleteThread(request)],
		['channel', ({ discord }: Opened) => discord.deleteChannel(discord.channel)],
	])('as the %s, stops the turn, and nothing is said anywhere', async (_, remove) => {
		await using opened = await open();
		const { discord, bench } = opened;
		remove(opened);
		await bench.dispatch.settled();
		const left = discord.channelsOf(discord.guild).includes(discord.channel) ? inChannel(opened) : [];
		expect([left, discord.dmOf(discord.ada), discord.threads(discord.channel)]).toEqual([[], undefined, []]);
		expect(await bench.store.inbox.sessions()).toEqual([]);
	});
});
