import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDiscord } from '../../../src/adapters/discord/discord.ts';
import type { DiscordSettings } from '../../../src/adapters/discord/settings.ts';
import { PlatformAwayError, ProblemError } from '../../../src/base/errors.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { AgentEvent } from '../../../src/chat/events.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { openEmbeddedStore } from '../../../src/store/embedded/embedded-store.ts';
import { type FakeDiscord, startFakeDiscord } from '../../support/fake-discord/fake-discord.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { noArtifacts } from '../artifacts-from.ts';
import { everybody } from '../everybody.ts';
import { settingsFor } from './listen/open-listen.ts';
import { verbs } from './listen/verbs.ts';

const { signal } = new AbortController();

async function open(discord: FakeDiscord, changes: Partial<DiscordSettings> = {}) {
	const home = await tempDir();
	const store = openEmbeddedStore(join(home.path, 'store.db'));
	const adapter = createDiscord({
		openArtifact: noArtifacts,
		...store,
		settings: settingsFor(discord, changes),
		commands: verbs('help', 'status'),
		denialOf: everybody,
		log: silentLogger,
	});
	const inbounds: Inbound[] = [];
	return {
		adapter,
		inbounds,
		start: () =>
			adapter.start(async (inbound) => {
				await store.bindings.bind(inbound.thread, `discord-${inbound.thread.id}`);
				inbounds.push(inbound);
				return 'stored';
			}),
		async [Symbol.asyncDispose]() {
			await adapter[Symbol.asyncDispose]();
			await store[Symbol.asyncDispose]();
			await home[Symbol.asyncDispose]();
		},
	};
}

async function* play(...events: readonly AgentEvent[]): AsyncGenerator<AgentEvent> {
	yield* events;
}

describe('Discord as a platform', () => {
	it('hands in what is said, its files, and what was said before', async () => {
		await using discord = await startFakeDiscord();
		await using opened = await open(discord);
		await opened.start();
		const [ada, grace] = [discord.as(discord.ada), discord.as(discord.grace)];
		const root = await grace.say(discord.channel, 'the numbers');
		const thread = await grace.startThread(root, 'Numbers');
		const bytes = new TextEncoder().encode('a,b\n1,2\n');
		await ada.say(thread, 'sum this', { mention: true, files: [{ name: 'sales.csv', bytes }] });
		const message = await waitFor(() => opened.inbounds[0], 'the message');
		if (message.type !== 'message') throw new Error('No message came in');
		const { files, past } = opened.adapter.intake;
		const [ref] = message.files;
		if (!ref) throw new Error('The message has no file');
		expect(Buffer.concat(await Array.fromAsync(files.fetch(ref, signal)))).toEqual(Buffer.from(bytes));
		const { first } = await past.earlier(message.thread, message.key, signal);
		expect(first).toMatchObject([{ name: 'Grace', text: 'the numbers' }]);
	});

	it('shows a turn in the thread that was asked in, and finds what it has shown', async () => {
		await using discord = await startFakeDiscord();
		await using opened = await open(discord);
		await opened.start();
		const root = await discord.as(discord.ada).say(discord.channel, 'what is 6 x 7?', { mention: true });
		const { thread } = await waitFor(() => opened.inbounds[0], 'the message');
		const key = 't1/1/message';
		const events = play(
			{ type: 'turn-started', session: `discord-${thread.id}`, turn: 't1' },
			{ type: 'message', key, step: 1, text: 'It is **42**.', final: true },
			{ type: 'turn-ended', key: 't1/end/ended', turn: 't1', outcome: 'done' },
		);
		await opened.adapter.show(thread, events, []);
		const answer = discord.messages(root).find((message) => discord.plainText(message).includes('42'));
		expect(answer?.author).toBe(discord.botUser);
		expect(await opened.adapter.intake.find(thread, key)).toBe(answer?.id);
		expect(await opened.adapter.intake.find(thread, 't1/2/message')).toBeUndefined();
	});

	it("shows a command's answer to whoever gave it", async () => {
		await using discord = await startFakeDiscord();
		await using opened = await open(discord);
		await opened.start();
		await waitFor(() => discord.commands().length === 2, 'the commands');
		const seen = await discord.as(discord.ada).slash('smith', 'status', {}, discord.channel);
		const { thread, key } = await waitFor(() => opened.inbounds[0], 'the command');
		const turn = `in-${key}`;
		const events = [{ type: 'notice', key: `${turn}/1/notice`, text: 'All is quiet.' }] as const;
		await opened.adapter.tell(thread, { session: `discord-${thread.id}`, turn, answers: key, events }, []);
		expect(seen).toMatchObject({ ephemeral: true, thinking: false });
		expect(seen.response?.content).toContain('All is quiet.');
		expect(discord.threads(discord.channel)).toEqual([]);
	});

	it('finds nothing in threads that are not in Discord', async () => {
		await using discord = await startFakeDiscord();
		await using opened = await open(discord);
		await opened.start();
		for (const id of ['elsewhere', `${discord.guild}-${discord.channel}-u1`, `${discord.guild}-${discord.channel}-1`])
			expect(await opened.adapter.intake.find({ platform: 'discord', id }, 'k')).toBeUndefined();
	});

	it('leaves no connection behind, also when it never got one', async () => {
		await using discord = await startFakeDiscord();
		const opened = await open(discord);
		await opened.start();
		await waitFor(() => discord.connections().length === 1, 'the connection');
		await opened[Symbol.asyncDispose]();
		await waitFor(() => discord.connections().length === 0, 'no connection');
		const wrong = await open(discord, { token: 'a.wrong.token' });
		await expect(wrong.start()).rejects.toThrow(ProblemError);
		await wrong[Symbol.asyncDispose]();
		expect(discord.connections()).toEqual([]);
	});

	it.each([
		['answers 503 to everything', (discord: FakeDiscord) => discord.away('unavailable')],
		['turns the gateway’s connections away', turnsConnectionsAway],
	])(
		'can be started once it is back that %s',
		async (_what, leave) => {
			await using discord = await startFakeDiscord();
			await using opened = await open(discord);
			{
				using _ = leave(discord);
				await expect(opened.start()).rejects.toThrow(PlatformAwayError);
			}
			await opened.start();
			await waitFor(() => discord.connections().length === 1, 'the connection');
		},
		60_000,
	);

	it('can be started another time where it grants no more connections now', async () => {
		await using discord = await startFakeDiscord({ startLimit: { remaining: 0, resetAfter: 600_000 } });
		await using opened = await open(discord);
		await expect(opened.start()).rejects.toThrow(PlatformAwayError);
	});
});

function turnsConnectionsAway(discord: FakeDiscord): Disposable {
	discord.refuseConnections(true);
	return { [Symbol.dispose]: () => discord.refuseConnections(false) };
}
