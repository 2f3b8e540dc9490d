import { join } from 'node:path';
import { type ModelServer, startModelServer } from '../../src/demo/model-server/model-server.ts';
import type { ScriptFunction } from '../../src/demo/model-server/script.ts';
import { type FakeDiscord, startFakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';
import { type BotProcesses, botProcesses } from './bot-processes.ts';
import { botSettings } from './bot-settings.ts';
import { discordSettings } from './discord-settings.ts';
import { createRestartableBot } from './restartable-bot.ts';
import { tempHome } from './temp-home.ts';

/** `./threadsmith` as a process of its own, with a new home, connected to a fake Discord in this process. */
export interface DiscordBot extends AsyncDisposable {
	/** Its own processes: that which talks, and root's beside it. */
	readonly processes: BotProcesses;
	readonly discord: FakeDiscord;
	readonly server: ModelServer;
}

/** Resolves when it listens. `more`: settings besides. */
export async function startDiscordBot(
	brain: ScriptFunction,
	more: Readonly<Record<string, string>> = {},
): Promise<DiscordBot> {
	await using building = new AsyncDisposableStack();
	const { path } = building.use(await tempHome());
	const server = building.use(await startModelServer({ brain }));
	const discord = building.use(await startFakeDiscord());
	const settings = { ...botSettings(join(path, 'home'), server.url), ...discordSettings(discord), ...more };
	const bot = building.use(createRestartableBot(path, settings));
	const processes = botProcesses(await bot.start());
	const parts = building.move();
	return { processes, discord, server, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
