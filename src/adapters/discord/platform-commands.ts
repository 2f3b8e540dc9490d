import type { WordsArgument } from '../../agent/commands/syntax/arguments.ts';
import type { ActionInfo } from '../../agent/commands/syntax/command-info.ts';
import type { PlatformCommands } from '../../agent/commands/syntax/platform-commands.ts';

/** The slash command; what it does are its subcommands. */
export const commandName = 'smith';

/** The prompt: what is to be done. */
export const prompt = { kind: 'words', name: 'prompt', help: 'what is to be done' } as const satisfies WordsArgument;

/** The subcommand that begins a turn; files can come with it. */
export const ask = {
	name: 'ask',
	help: 'Ask for something, with up to ten files; "Work on this" is in the menu of a message',
	arguments: [prompt],
} as const satisfies ActionInfo;

/** How commands are given in Discord. */
export const discordCommands: PlatformCommands = { before: `/${commandName} `, own: [ask] };
