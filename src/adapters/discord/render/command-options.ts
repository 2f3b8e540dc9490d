import {
	type APIApplicationCommandBasicOption,
	type APIApplicationCommandSubcommandGroupOption,
	type APIApplicationCommandSubcommandOption,
	ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import {
	type Argument,
	type ChoiceArgument,
	type FlagArgument,
	given,
} from '../../../agent/commands/syntax/arguments.ts';
import { type ActionInfo, actionsOf, type CommandInfo, isGroup } from '../../../agent/commands/syntax/command-info.ts';
import { labelOf } from './markdown/escape.ts';

/** https://docs.discord.com/developers/interactions/application-commands */
export const mostOptions = 25;
const mostChoices = 25;
const longestDescription = 100;
const longestString = 6000;
const nameForm = /^[-_\p{L}\p{N}]{1,32}$/u;

/** Of a slash command: a subcommand, or a group of them. */
export type CommandOption = APIApplicationCommandSubcommandOption | APIApplicationCommandSubcommandGroupOption;

/** A command of the core as a subcommand, one with subcommands as a group: no group can be given by itself. Pure. */
export function commandOption(command: CommandInfo): CommandOption {
	if (!isGroup(command)) return subcommandOption(command);
	return {
		type: ApplicationCommandOptionType.SubcommandGroup,
		name: command.name,
		description: labelOf(command.help, longestDescription),
		options: command.subcommands.slice(0, mostOptions).map(subcommandOption),
	};
}

/** Whether Discord has names like those of a command and of all that is in it. Pure. */
export function isNameable(command: CommandInfo): boolean {
	const actions = actionsOf(command);
	const names = actions.flatMap(({ name, arguments: taken }) => [name, ...taken.map((argument) => argument.name)]);
	return [command.name, ...names].every((name) => nameForm.test(name) && name === name.toLowerCase());
}

/** People fill in options by name, in any order; Discord wants those first that cannot be left out. */
export function subcommandOption({ name, help, arguments: taken }: ActionInfo): APIApplicationCommandSubcommandOption {
	const sorted = [...taken.filter(({ optional }) => !optional), ...taken.filter(({ optional }) => optional)];
	const description = labelOf(help, longestDescription);
	const options = sorted.slice(0, mostOptions).map(valueOption);
	return {
		type: ApplicationCommandOptionType.Subcommand,
		name,
		description,
		...(options.length > 0 && { options }),
	};
}

function valueOption(argument: Argument): APIApplicationCommandBasicOption {
	const { name, help, optional } = argument;
	const sentence = `${help.slice(0, 1).toUpperCase()}${help.slice(1)}`;
	const common = { name, description: labelOf(sentence, longestDescription), required: !optional };
	const text = { type: ApplicationCommandOptionType.String as const, ...common };
	switch (argument.kind) {
		case 'count':
			return { type: ApplicationCommandOptionType.Integer, ...common, min_value: 1, max_value: argument.most };
		case 'choice':
			return { ...text, ...chosen(argument) };
		case 'word':
			return { ...text, max_length: longestString, ...(argument.complete && { autocomplete: true as const }) };
		case 'words':
			return { ...text, max_length: longestString };
		case 'flag':
			return { ...text, ...valueOfFlag(argument) };
	}
}

function valueOfFlag({ takes }: FlagArgument) {
	if (takes.kind === 'word') return { max_length: longestString };
	return chosen({ choices: takes.kind === 'choice' ? takes.choices : [given] });
}

/** Too many for a list are offered while somebody types. */
function chosen({ choices }: Pick<ChoiceArgument, 'choices'>) {
	if (choices.length > mostChoices) return { autocomplete: true as const };
	return { choices: choices.map((value) => ({ name: labelOf(value, 100), value })) };
}
