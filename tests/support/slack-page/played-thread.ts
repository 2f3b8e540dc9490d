import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../../src/base/log.ts';
import { type Connections, compose } from '../../../src/compose.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { startProvider } from '../../../src/demo/provider/provider.ts';
import { openModels } from '../../../src/models.ts';
import { platformsOf } from '../../../src/serve.ts';
import { startFakeSlack } from '../fake-slack/fake-slack.ts';
import { pictureOf } from '../page/picture-of.ts';
import { waitFor } from '../wait-for.ts';
import { renderPage } from './render-page.ts';

/** The page's own width and its margins, in CSS pixels. */
const width = 796;
const patienceMs = 240_000;
export const channel = 'C1';
const names: Readonly<Record<string, string>> = { U1: 'Ada' };

export interface PlayedOptions {
	/** Plays the models. */
	readonly script: Parameters<typeof startProvider>[0];
	readonly settings?: Readonly<Record<string, string>>;
	readonly onConnections?: (connections: Connections) => Promise<void>;
}

/** The bot in a stand-in for Slack, over a scripted provider; all else is real. Disposing ends it. */
export async function playedThread({ script, settings = {}, onConnections }: PlayedOptions) {
	await using building = new AsyncDisposableStack();
	const slack = building.use(await startFakeSlack());
	const folder = await mkdtemp(join(tmpdir(), 'played-thread-'));
	building.defer(() => rm(folder, { recursive: true, force: true }));
	const provider = building.use(await startProvider(script, { models: ['demo'] }));
	const config = loadConfig({
		...{ THREADSMITH_HOME: join(folder, 'home'), OPENAI_BASE_URL: `${provider.url}/v1`, NOTIFY: 'off' },
		...{ BRAIN_MODEL: 'demo', CODER_MODEL: 'demo', SUMMARIZER_MODEL: 'demo' },
		...{ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken, SLACK_API_URL: slack.apiUrl },
		...settings,
	});
	const models = await openModels(config, AbortSignal.timeout(patienceMs));
	const connect = async (connections: Connections) => {
		await onConnections?.(connections);
		return await platformsOf(config, connections, silentLogger);
	};
	const service = building.use(await compose({ config, models, log: silentLogger, connect }));
	await service.start();
	const ada = slack.as('U1');
	const seen = (threadTs: string) => slack.messages(channel, threadTs);
	const built = building.move();
	return {
		ada,
		settled: () => service.dispatch.settled(),
		/** Presses the first choice of whatever is asked, until these words are said. */
		async until(threadTs: string, words: string): Promise<void> {
			const said = () =>
				seen(threadTs).some((message) => message.botId !== undefined && slack.plainText(message).includes(words));
			const press = async () => {
				const asked = seen(threadTs).findLast(({ blocks }) => JSON.stringify(blocks).includes('"answer-choice-0"'));
				if (asked) await ada.click(asked.ts, 'answer-choice-0');
				return said();
			};
			await waitFor(press, words, patienceMs);
			await service.dispatch.settled();
		},
		/** Writes the thread as a page, and where Chromium is on the PATH a picture of it. */
		async draw(threadTs: string, path: string, picture: string | undefined): Promise<void> {
			const messages = seen(threadTs).filter(({ ephemeralTo }) => ephemeralTo === undefined);
			const nameOf = (user: string) => names[user] ?? 'Threadsmith';
			await writeFile(path, renderPage({ channel: 'metrics', messages, nameOf, botUser: slack.botUser }));
			if (picture !== undefined) await pictureOf(path, { picture, width });
		},
		[Symbol.asyncDispose]: () => built.disposeAsync(),
	};
}
