import { reporter } from '../../src/demo/report.ts';
import type { DemoOptions } from '../../src/demo/stand-in.ts';
import { createDiscordPlayhouse } from './discord-demo/discord-playhouse.ts';
import { type FakeDiscord, startFakeDiscord } from './fake-discord/fake-discord.ts';
import { playDemo } from './platform-demo/play-demo.ts';

export interface DiscordDemoOptions extends DemoOptions {
	/** Sees the server at the end, before it closes. `thread`: the conversation's id. */
	readonly look?: (discord: FakeDiscord, thread: string) => Promise<void>;
	/** Does something to the server before anybody speaks. */
	readonly before?: (discord: FakeDiscord) => void;
}

/** Plays the demo's conversation in a Discord server on this machine. Resolves with 0 when every step happened, else with 1. */
export async function runDemo({ json, signal, stage, look, before }: DiscordDemoOptions): Promise<number> {
	const report = reporter(json);
	report.say(
		'This demo plays a conversation in Discord. The server is a stand-in on this machine, and the model is scripted.',
	);
	report.say(
		'The bot, its connection, the sandbox, the tool that is forged, its tests, the files and the numbers are real.\n',
	);
	await using discord = await startFakeDiscord();
	before?.(discord);
	const house = createDiscordPlayhouse({ discord, report, look: async (thread) => look?.(discord, thread) });
	return await playDemo({ house, report, stage, signal });
}
