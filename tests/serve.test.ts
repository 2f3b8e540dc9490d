import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../src/demo/model-server/model-server.ts';
import { startFakeDiscord } from './support/fake-discord/fake-discord.ts';
import { startFakeSlack } from './support/fake-slack/fake-slack.ts';
import { startBot } from './support/installed-bot.ts';
import { needsPodman } from './support/needs-podman.ts';
import { tempDir } from './support/temp-dir.ts';
import { waitFor } from './support/wait-for.ts';

/** A chat platform on this machine, in which Ada talks to the bot. */
interface Place extends AsyncDisposable {
	/** The bot's settings for it. */
	readonly env: Readonly<Record<string, string>>;
	/** What is wrong with them here. */
	readonly wrong: Readonly<Record<string, string>>;
	/** What the bot prints of it. */
	readonly name: string;
	/** Ada mentions the bot; later messages go to the same thread. */
	mention(text: string): Promise<void>;
	/** What the bot has posted in the thread. */
	posts(): readonly string[];
	/** Nothing there says that a turn runs. */
	isQuiet(): boolean;
}

async function inSlack(): Promise<Place> {
	const slack = await startFakeSlack();
	let threadTs = '';
	return {
		env: { SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken },
		wrong: { SLACK_BOT_TOKEN: 'xoxb-wrong' },
		name: 'Slack (Socket Mode)',
		async mention(text) {
			({ threadTs } = await slack.as('U1').mention('C1', text));
		},
		posts: () =>
			slack
				.messages('C1', threadTs)
				.filter(({ botId }) => botId === slack.botId)
				.map((message) => slack.plainText(message)),
		isQuiet: () => slack.status('C1', threadTs)?.status === 'active',
		[Symbol.asyncDispose]: () => slack[Symbol.asyncDispose](),
	};
}

async function inDiscord(): Promise<Place> {
	const discord = await startFakeDiscord();
	const own = () =>
		discord
			.threads(discord.channel)
			.flatMap(({ id }) => discord.messages(id))
			.filter(({ author }) => author === discord.botUser)
			.map((message) => discord.plainText(message));
	return {
		env: { DISCORD_API_URL: discord.apiUrl, DISCORD_TOKEN: discord.token },
		wrong: { DISCORD_TOKEN: 'not.the.token' },
		name: 'Discord',
		mention: async (text) => void (await discord.as(discord.ada).say(discord.channel, text, { mention: true })),
		posts: own,
		isQuiet: () => !own().some((text) => text.includes('Stop')),
		[Symbol.asyncDispose]: () => discord[Symbol.asyncDispose](),
	};
}

describe('the installed bot', { timeout: 120_000 }, async () => {
	const podman = await needsPodman();

	it.skipIf(podman.missing)(
		'serves one platform while the other is away, and that one when it is back',
		async () => {
			await using slack = await inSlack();
			await using discord = await startFakeDiscord();
			await using dir = await tempDir();
			await using server = await startModelServer({ brain: () => ({ text: 'Hello.' }), coder: [], summarizer: [] });
			const absence = discord.away('unavailable');
			await using bot = startBot({
				THREADSMITH_HOME: join(dir.path, 'home'),
				OPENAI_BASE_URL: server.url,
				BRAIN_MODEL: 'brain',
				DISCORD_API_URL: discord.apiUrl,
				DISCORD_TOKEN: discord.token,
				...slack.env,
			});
			await waitFor(() => bot.out().includes('Listening'), 'the bot', 40_000);
			expect(bot.out()).toMatch(/^Away .*Discord answered with status 503/m);
			await slack.mention('hello');
			await waitFor(() => slack.posts().some((text) => text.includes('Hello.')), 'the answer');
			absence[Symbol.dispose]();
			await waitFor(() => discord.connections().length === 1, 'the connection to Discord', 40_000);
		},
		120_000,
	);

	describe.each([
		{ platform: 'Slack', open: inSlack },
		{ platform: 'Discord', open: inDiscord },
	])('on $platform', ({ open }) => {
		it.skipIf(podman.missing)('serves, leaves when asked, and after kill -9 answers once what it had not', async () => {
			await using place = await open();
			await using dir = await tempDir();
			const echo = ({ messages }: { messages: readonly { content?: unknown }[] }) => ({
				text: `You said: ${String(messages.at(-1)?.content).split('\n').at(-1)}`,
				chunkDelayMs: 400,
			});
			await using server = await startModelServer({ brain: echo, coder: [], summarizer: [] });
			const env = {
				THREADSMITH_HOME: join(dir.path, 'home'),
				OPENAI_BASE_URL: server.url,
				BRAIN_MODEL: 'brain',
				CODER_MODEL: 'coder',
				SUMMARIZER_MODEL: 'summarizer',
				...place.env,
			};
			const answers = () => place.posts().filter((text) => text.includes('You said: hello'));
			{
				await using first = startBot(env);
				await waitFor(() => first.out().includes('Listening'), 'the bot');
				expect(first.out()).toContain(place.name);
				await place.mention('hello');
				await waitFor(() => server.requests.length > 0, 'the model call');
				await first.kill('SIGKILL');
			}
			await using second = startBot(env);
			// Where the turn took long, its answer comes as a message of its own, after the one that was streamed has gone.
			await waitFor(() => answers().length > 0 && place.isQuiet(), 'the answer, and the end of the turn', 40_000);
			expect(answers()).toHaveLength(1);
			expect(await second.kill('SIGTERM')).toBe(0);
			expect(second.out()).toContain('Leaving …');
		});

		it('says what is wrong with a token, and how to mend it', async () => {
			await using place = await open();
			await using dir = await tempDir();
			await using server = await startModelServer({ brain: [], coder: [], summarizer: [] });
			await using bot = startBot({
				THREADSMITH_HOME: join(dir.path, 'home'),
				OPENAI_BASE_URL: server.url,
				BRAIN_MODEL: 'brain',
				...place.env,
				...place.wrong,
			});
			await waitFor(() => bot.out().includes('threadsmith:'), 'the sentence');
			expect(bot.out()).toMatch(/token/i);
			expect(bot.out()).not.toMatch(/^\s+at /m);
			for (const secret of Object.values(place.wrong)) expect(bot.out()).not.toContain(secret);
		});
	});
});
