import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../src/demo/model-server.ts';
import { startFakeSlack } from './support/fake-slack/fake-slack.ts';
import { needsPodman } from './support/needs-podman.ts';
import { tempDir } from './support/temp-dir.ts';
import { waitFor } from './support/wait-for.ts';

const launcher = join(import.meta.dirname, '../threadsmith');

interface Running extends AsyncDisposable {
	/** What it has printed. */
	out(): string;
	kill(signal: NodeJS.Signals): Promise<number | null>;
}

function startBot(env: Readonly<Record<string, string>>): Running {
	const child = spawn(launcher, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
	let out = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk));
	const exited = once(child, 'exit');
	const kill = async (signal: NodeJS.Signals) => {
		if (child.exitCode === null) child.kill(signal);
		const [code] = await exited;
		return code;
	};
	return { out: () => out, kill, [Symbol.asyncDispose]: async () => void (await kill('SIGKILL')) };
}

describe('the installed bot', async () => {
	const podman = await needsPodman();

	it.skipIf(podman.missing)(
		'serves Slack, leaves when asked, and after kill -9 answers once what it had not',
		async () => {
			await using slack = await startFakeSlack();
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
				SLACK_API_URL: slack.apiUrl,
				SLACK_BOT_TOKEN: slack.botToken,
				SLACK_APP_TOKEN: slack.appToken,
			};
			const answers = (threadTs: string) =>
				slack
					.messages('C1', threadTs)
					.filter(({ botId }) => botId === slack.botId)
					.map((message) => slack.plainText(message));
			let threadTs = '';
			{
				await using first = startBot(env);
				await waitFor(() => first.out().includes('Listening'), 'the bot', 20_000);
				expect(first.out()).toContain('Slack (Socket Mode)');
				({ threadTs } = await slack.as('U1').mention('C1', 'hello'));
				await waitFor(() => server.requests.length > 0, 'the model call', 20_000);
				await first.kill('SIGKILL');
			}
			await using second = startBot(env);
			await waitFor(() => answers(threadTs).some((text) => text.includes('You said: hello')), 'the answer', 30_000);
			await waitFor(() => slack.status('C1', threadTs)?.status === 'active', 'the status', 10_000);
			expect(answers(threadTs).filter((text) => text.includes('You said: hello'))).toHaveLength(1);
			expect(await second.kill('SIGTERM')).toBe(0);
			expect(second.out()).toContain('Leaving …');
		},
	);

	it('says what is wrong with a token, and how to mend it', async () => {
		await using slack = await startFakeSlack();
		await using dir = await tempDir();
		await using server = await startModelServer({ brain: [], coder: [], summarizer: [] });
		await using bot = startBot({
			THREADSMITH_HOME: join(dir.path, 'home'),
			OPENAI_BASE_URL: server.url,
			BRAIN_MODEL: 'brain',
			SLACK_API_URL: slack.apiUrl,
			SLACK_BOT_TOKEN: 'xoxb-wrong',
			SLACK_APP_TOKEN: slack.appToken,
		});
		await waitFor(() => bot.out().includes('threadsmith:'), 'the sentence', 20_000);
		expect(bot.out()).toMatch(/token/);
		expect(bot.out()).not.toMatch(/^\s+at /m);
		expect(bot.out()).not.toContain('xoxb-wrong');
	});
});
