import { describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../src/demo/model-server/model-server.ts';
import type { ScriptedReply } from '../src/demo/model-server/script.ts';
import { type FakeDiscord, startFakeDiscord } from './support/fake-discord/fake-discord.ts';
import { type FakeSlack, startFakeSlack } from './support/fake-slack/fake-slack.ts';
import { type Running, startBot } from './support/installed-bot.ts';
import { needsPodman } from './support/needs-podman.ts';
import { tempDir } from './support/temp-dir.ts';
import { waitFor } from './support/wait-for.ts';

/** Twice and a half what it may take, for machines that are busy with something else. */
const longest = 20_000;

async function endsInTime(bot: Running): Promise<number | null | 'late'> {
	const late = new Promise<'late'>((resolve) => setTimeout(resolve, longest, 'late').unref());
	const code = await Promise.race([bot.kill('SIGTERM'), late]);
	// The last resort of a process that hangs: nothing of it may need that
	expect(bot.out()).not.toContain('not everything could be closed in time');
	return code;
}

interface Scene {
	readonly bot: Running;
	readonly server: ModelServer;
}

/** A bot whose model answers at once, or holds each call open until `release`. */
async function openScene(env: Readonly<Record<string, string>>, home: string, reply: ScriptedReply): Promise<Scene> {
	const server = await startModelServer({ brain: () => reply, coder: [], summarizer: [] });
	const models = { BRAIN_MODEL: 'brain', CODER_MODEL: 'coder', SUMMARIZER_MODEL: 'summarizer' };
	const bot = startBot({ THREADSMITH_HOME: home, OPENAI_BASE_URL: server.url, ...models, ...env });
	return { bot, server };
}

const slackEnv = ({ apiUrl, botToken, appToken }: FakeSlack) => ({
	SLACK_API_URL: apiUrl,
	SLACK_BOT_TOKEN: botToken,
	SLACK_APP_TOKEN: appToken,
});
const discordEnv = ({ apiUrl, token }: FakeDiscord) => ({ DISCORD_API_URL: apiUrl, DISCORD_TOKEN: token });
const listening = (bot: Running) =>
	waitFor(
		() => bot.out().includes('Listening'),
		() => `the bot: ${bot.out()}`,
		30_000,
	);

describe('the installed bot, asked to leave', { timeout: 120_000 }, async () => {
	const podman = await needsPodman();

	it.skipIf(podman.missing).each([
		['while the gateway is away and connected again', 4000, false],
		['while the gateway turns it away', 4000, true],
		['while the gateway asks it to begin anew', 'invalid-session', false],
	] as const)('ends %s, and is not there any more', async (_what, how, refused) => {
		await using discord = await startFakeDiscord();
		await using dir = await tempDir();
		const { bot, server } = await openScene(discordEnv(discord), dir.path, { text: 'ok' });
		await using _parts = partsOf(bot, server);
		await listening(bot);
		discord.refuseConnections(refused);
		const made = () => discord.starts().identified + discord.starts().resumed;
		const before = made();
		discord.disconnect(how);
		// It may be made anew before anybody sees that it has ended.
		const hasEnded = () => discord.connections().length === 0 || made() > before;
		await waitFor(hasEnded, 'the end of the connection');
		expect(await endsInTime(bot)).toBe(0);
		discord.refuseConnections(false);
		await waitFor(() => discord.connections().length === 0, 'the end of what it had there');
	});

	it.skipIf(podman.missing)('ends while its sockets to Slack are made anew', async () => {
		await using slack = await startFakeSlack();
		await using dir = await tempDir();
		const { bot, server } = await openScene(slackEnv(slack), dir.path, { text: 'ok' });
		await using _parts = partsOf(bot, server);
		await listening(bot);
		slack.failNext('apps.connections.open', 'hang', 50);
		slack.disconnectSockets();
		expect(await endsInTime(bot)).toBe(0);
	});

	it.skipIf(podman.missing)('ends while Slack does not answer its start', async () => {
		await using slack = await startFakeSlack();
		await using dir = await tempDir();
		slack.failNext('apps.connections.open', 'hang', 50);
		const { bot, server } = await openScene(slackEnv(slack), dir.path, { text: 'ok' });
		await using _parts = partsOf(bot, server);
		await waitFor(() => bot.out().includes('Models'), 'its start', 30_000);
		expect(await endsInTime(bot)).toBe(0);
	});

	it.skipIf(podman.missing)(
		'ends with 16 answers under way that nobody takes, and shows each once afterwards',
		async () => {
			await using slack = await startFakeSlack();
			await using dir = await tempDir();
			const methods = ['chat.postMessage', 'chat.startStream', 'chat.appendStream', 'chat.stopStream', 'chat.update'];
			const threads: (readonly [string, string])[] = [];
			// One post a second is let through to a channel
			const channels = ['C1', 'C2', 'C3', 'C4'];
			for (const id of channels.slice(1)) slack.addChannel({ id, members: ['U1'] });
			const answersIn = ([channel, thread]: readonly [string, string]) =>
				slack.messages(channel, thread).filter((one) => slack.plainText(one).includes('the answer')).length;
			{
				const { bot, server } = await openScene(slackEnv(slack), dir.path, { text: 'the answer' });
				await using _parts = partsOf(bot, server);
				await listening(bot);
				for (const method of methods) slack.failNext(method, 'hang', 500);
				for (const channel of [...channels, ...channels, ...channels, ...channels])
					threads.push([channel, (await slack.as('U1').mention(channel, 'question')).threadTs]);
				await waitFor(() => server.requests.length === 16, 'the model calls', 60_000);
				expect(await endsInTime(bot)).toBe(0);
				for (const method of methods) slack.failNext(method, 'hang', 0);
			}
			const { bot, server } = await openScene(slackEnv(slack), dir.path, { text: 'the answer' });
			await using _parts = partsOf(bot, server);
			await waitFor(() => threads.every((thread) => answersIn(thread) > 0), 'the answers', 90_000);
			expect(threads.map(answersIn)).toEqual(threads.map(() => 1));
			expect(await endsInTime(bot)).toBe(0);
		},
		180_000,
	);

	it.skipIf(podman.missing)('ends while a model does not answer, and answers after the next start', async () => {
		await using slack = await startFakeSlack();
		await using dir = await tempDir();
		let thread = '';
		const held = Promise.withResolvers<void>();
		{
			const { bot, server } = await openScene(slackEnv(slack), dir.path, { text: 'never', after: held.promise });
			await using _parts = partsOf(bot, server);
			await listening(bot);
			({ threadTs: thread } = await slack.as('U1').mention('C1', 'hello'));
			await waitFor(() => server.requests.length === 1, 'the model call', 30_000);
			expect(await endsInTime(bot)).toBe(0);
			held.resolve();
		}
		const { bot, server } = await openScene(slackEnv(slack), dir.path, { text: 'the answer' });
		await using _parts = partsOf(bot, server);
		const answers = () => slack.messages('C1', thread).filter((one) => slack.plainText(one).includes('the answer'));
		await waitFor(() => answers().length > 0, 'the answer', 30_000);
		expect(answers()).toHaveLength(1);
		expect(await endsInTime(bot)).toBe(0);
	});
});

function partsOf(bot: Running, server: ModelServer): AsyncDisposable {
	return {
		async [Symbol.asyncDispose]() {
			await bot[Symbol.asyncDispose]();
			await server[Symbol.asyncDispose]();
		},
	};
}
