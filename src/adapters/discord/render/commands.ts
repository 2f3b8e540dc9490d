import {
	type APIApplicationCommandSubcommandOption,
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { CommandInfo } from '../../../agent/commands/syntax/command-info.ts';
import { ask, commandName } from '../platform-commands.ts';
import { type CommandOption, commandOption, isNameable, mostOptions, subcommandOption } from './command-options.ts';

/** Options of `ask` beside its words: `file1`, `file2`, …. */
export const mostFileOptions = 10;
/** Stands in the menu of a message. */
export const takeName = 'Work on this';

/** All names, descriptions and values of a command together: https://docs.discord.com/developers/interactions/application-commands */
const mostCharacters = 8000;

/** All commands that the app has in Discord. Pure. */
export function commandBodies(commands: readonly CommandInfo[]): RESTPutAPIApplicationCommandsJSONBody {
	const common = {
		contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
		integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
	};
	const others = commands.filter((command) => command.name !== ask.name && isNameable(command)).map(commandOption);
	const slash = { name: commandName, description: 'Ask for work, or say what is to become of it' };
	const options = withRoom([askOption(), ...others].slice(0, mostOptions), mostCharacters - lengthOf(slash));
	return [
		{ type: ApplicationCommandType.ChatInput, ...slash, options, ...common },
		{ type: ApplicationCommandType.Message, name: takeName, ...common },
	];
}

function askOption(): APIApplicationCommandSubcommandOption {
	const { options = [], ...option } = subcommandOption({ ...ask, help: 'Begin something; files can come with it' });
	const files = Array.from({ length: mostFileOptions }, (_, at) => ({
		type: ApplicationCommandOptionType.Attachment as const,
		name: `file${at + 1}`,
		description: 'A file to work on',
	}));
	return { ...option, options: [...options, ...files] };
}

/** The first of these that Discord has room for. */
function withRoom(options: readonly CommandOption[], room: number): CommandOption[] {
	let left = room;
	return options.filter((option) => {
		left -= lengthOf(option);
		return left >= 0;
	});
}

interface Worded {
	readonly name: string;
	readonly description?: string;
	readonly value?: string | number;
	readonly options?: readonly Worded[];
	readonly choices?: readonly Worded[];
}

function lengthOf({ name, description = '', value = '', options = [], choices = [] }: Worded): number {
	const own = name.length + description.length + String(value).length;
	return [...options, ...choices].reduce((sum, inner) => sum + lengthOf(inner), own);
}
