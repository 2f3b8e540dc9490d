import { join } from 'node:path';
import { type ModelServer, startModelServer } from '../../src/demo/model-server/model-server.ts';
import type { ScriptFunction } from '../../src/demo/model-server/script.ts';
import { type FakeSlack, startFakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';
import type { FakeSlackOptions } from '../../tests/support/fake-slack/options.ts';
import { type BotProcesses, botProcesses } from './bot-processes.ts';
import { botSettings } from './bot-settings.ts';
import { createRestartableBot } from './restartable-bot.ts';
import { slackSettings } from './slack-settings.ts';
import { tempHome } from './temp-home.ts';

/** `./threadsmith` as a process of its own, with a new home, connected to a fake Slack in this process. */
export interface SlackBot extends AsyncDisposable {
	/** Its own processes: that which talks, and root's beside it. */
	readonly processes: BotProcesses;
	readonly slack: FakeSlack;
	readonly server: ModelServer;
}

/** Resolves when it listens. */
export async function startSlackBot(brain: ScriptFunction, options: FakeSlackOptions = {}): Promise<SlackBot> {
	await using building = new AsyncDisposableStack();
	const { path } = building.use(await tempHome());
	const server = building.use(await startModelServer({ brain }));
	const slack = building.use(await startFakeSlack(options));
	const settings = { ...botSettings(join(path, 'home'), server.url), ...slackSettings(slack) };
	const bot = building.use(createRestartableBot(path, settings));
	const processes = botProcesses(await bot.start());
	const parts = building.move();
	return { processes, slack, server, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
