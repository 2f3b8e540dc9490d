import { discordCommands } from './adapters/discord/platform-commands.ts';
import { slackCommands } from './adapters/slack/platform-commands.ts';
import { terminalCommands } from './adapters/terminal/platform-commands.ts';
import type { CommandsByPlatform } from './agent/commands/syntax/platform-commands.ts';

/** How commands are given where people talk, also where this process does not listen: the core is handed it. */
export const platformCommands: CommandsByPlatform = {
	terminal: terminalCommands,
	slack: slackCommands,
	discord: discordCommands,
};
