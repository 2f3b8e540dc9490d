import { discordFacts } from './adapters/discord/facts.ts';
import { discordCommands } from './adapters/discord/platform-commands.ts';
import { slackFacts } from './adapters/slack/facts.ts';
import { slackCommands } from './adapters/slack/platform-commands.ts';
import { terminalFacts } from './adapters/terminal/facts.ts';
import { terminalCommands } from './adapters/terminal/platform-commands.ts';
import type { CommandsByPlatform } from './agent/commands/syntax/platform-commands.ts';
import { createPlaces } from './chat/places.ts';
import type { PlatformFacts } from './chat/platform.ts';

/** The platforms that there are. */
export const platforms: readonly PlatformFacts[] = [slackFacts, discordFacts, terminalFacts];

/** What ids tell, on all of them. */
export const places = createPlaces(platforms);

/** How commands are given on each of them, also where this process does not listen. */
export const platformCommands: CommandsByPlatform = {
	[slackFacts.name]: slackCommands,
	[discordFacts.name]: discordCommands,
	[terminalFacts.name]: terminalCommands,
};
