/**
 * Has OpenCode mend a small program in a thread of Slack, over a scripted provider, and writes the thread as a page: all else is real. Needs the image
 * that `./threadsmith image agents opencode` builds. Arguments: where to; and, where Chromium is on the PATH, where to put a picture of it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../../src/base/log.ts';
import { compose } from '../../../src/compose.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { agentDemoScript, agentTask } from '../../../src/demo/agent/agent-script.ts';
import { program, programFolder } from '../../../src/demo/agent/program.ts';
import { startProvider } from '../../../src/demo/provider/provider.ts';
import { openModels } from '../../../src/models.ts';
import { platformsOf } from '../../../src/serve.ts';
import { type FakeSlack, startFakeSlack } from '../fake-slack/fake-slack.ts';
import type { SeenMessage } from '../fake-slack/seen.ts';
import { pictureOf } from '../page/picture-of.ts';
import { waitFor } from '../wait-for.ts';
import { renderPage } from './render-page.ts';

/** The page's own width and its margins, in CSS pixels. */
const width = 796;
const channel = 'C1';
const patienceMs = 240_000;
const [path = 'agent-thread.html', picture] = process.argv.slice(2);
const names: Readonly<Record<string, string>> = { U1: 'Ada' };
const files = Object.entries(program).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));

await using slack = await startFakeSlack();
await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'agent-page-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
const provider = stack.use(await startProvider(agentDemoScript, { models: ['demo'] }));
const config = loadConfig({
	...{ THREADSMITH_HOME: join(folder, 'home'), OPENAI_BASE_URL: `${provider.url}/v1`, NOTIFY: 'off' },
	...{ BRAIN_MODEL: 'demo', CODER_MODEL: 'demo', SUMMARIZER_MODEL: 'demo' },
	...{ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken, SLACK_API_URL: slack.apiUrl },
});
const models = await openModels(config, AbortSignal.timeout(patienceMs));
const service = stack.use(
	await compose({
		...{ config, models, log: silentLogger },
		connect: (connections) => platformsOf(config, connections, silentLogger),
	}),
);
await service.start();

const ada = slack.as('U1');
const { threadTs } = await ada.mention(channel, 'Do the tests of this pass?', { files });
const seen = () => slack.messages(channel, threadTs);
await waitFor(() => has(slack, seen(), 'FAILED'), 'the failed tests', patienceMs);
await service.dispatch.settled();
await ada.mention(channel, `agent opencode --ask --folder=${programFolder} ${agentTask}`, { threadTs });
await waitFor(
	async () => {
		const asked = seen().findLast(({ blocks }) => JSON.stringify(blocks).includes('"answer-choice-0"'));
		if (asked) await ada.click(asked.ts, 'answer-choice-0');
		return has(slack, seen(), 'OpenCode changed 1 file');
	},
	'what it changed',
	patienceMs,
);
await service.dispatch.settled();
const nameOf = (user: string) => names[user] ?? 'Threadsmith';
const messages = seen().filter(({ ephemeralTo }) => ephemeralTo === undefined);
await writeFile(path, renderPage({ channel: 'metrics', messages, nameOf, botUser: slack.botUser }));
if (picture !== undefined) await pictureOf(path, { picture, width });

function has(at: FakeSlack, all: readonly SeenMessage[], words: string): boolean {
	return all.some((message) => message.botId !== undefined && at.plainText(message).includes(words));
}
