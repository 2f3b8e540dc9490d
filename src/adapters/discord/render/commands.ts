import {
	type APIApplicationCommand,
	type APIApplicationCommandBasicOption,
	type APIApplicationCommandSubcommandOption,
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { CommandInfo } from '../../../agent/commands/command.ts';
import { labelOf } from './markdown/escape.ts';

/** The slash command; what it does is a subcommand. */
export const commandName = 'smith';
/** The subcommand that begins a turn. */
export const askName = 'ask';
/** Its options: the words, and `file1`, `file2`, …. */
export const promptOption = 'prompt';
export const mostFileOptions = 10;
/** What stands in the menu of a message. */
export const takeName = 'Work on this';

/** https://docs.discord.com/developers/interactions/application-commands */
const mostSubcommands = 25;
const mostChoices = 25;
const longestDescription = 100;
const longestString = 6000;
const nameForm = /^[-_\p{L}\p{N}]{1,32}$/u;

/** All commands that the app has in Discord. Pure. */
export function commandBodies(commands: readonly CommandInfo[]): RESTPutAPIApplicationCommandsJSONBody {
	const common = {
		contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
		integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
	};
	const others = commands.filter(({ name }) => name !== askName && isName(name)).map(subcommand);
	const options = [askSubcommand(), ...others].slice(0, mostSubcommands);
	const description = 'Ask for work, or say what is to become of it';
	return [
		{ type: ApplicationCommandType.ChatInput, name: commandName, description, options, ...common },
		{ type: ApplicationCommandType.Message, name: takeName, ...common },
	];
}

function isName(name: string): boolean {
	return nameForm.test(name) && name === name.toLowerCase();
}

function askSubcommand(): APIApplicationCommandSubcommandOption {
	const files = Array.from({ length: mostFileOptions }, (_, at) => ({
		type: ApplicationCommandOptionType.Attachment as const,
		name: `file${at + 1}`,
		description: 'A file to work on',
	}));
	const prompt = {
		type: ApplicationCommandOptionType.String as const,
		name: promptOption,
		description: 'What is to be done',
		required: true,
		max_length: longestString,
	};
	const description = 'Begin something; files can come with it';
	return { type: ApplicationCommandOptionType.Subcommand, name: askName, description, options: [prompt, ...files] };
}

function subcommand(info: CommandInfo): APIApplicationCommandSubcommandOption {
	const option = argumentOf(info);
	return {
		type: ApplicationCommandOptionType.Subcommand,
		name: info.name,
		description: labelOf(info.help, longestDescription),
		...(option && { options: [option] }),
	};
}

/** `load <id>`, `mode <wait|steer>`, `say [words]`. */
const usageForm = /^\S+\s+(?:<(?<needed>[^>]+)>|\[(?<other>[^\]]+)\])/;

function argumentOf({ usage, complete }: CommandInfo): APIApplicationCommandBasicOption | undefined {
	const { needed, other } = usageForm.exec(usage)?.groups ?? {};
	const said = needed ?? other;
	if (said === undefined) return undefined;
	const values = said.includes('|') ? said.split('|').map((value) => value.trim()) : [];
	const base = {
		type: ApplicationCommandOptionType.String as const,
		name: values.length > 0 ? 'value' : optionName(said),
		description: labelOf(said, longestDescription),
		required: needed !== undefined,
	};
	if (values.length > 0 && values.length <= mostChoices) {
		return { ...base, choices: values.map((value) => ({ name: labelOf(value, 100), value })) };
	}
	return { ...base, max_length: longestString, ...(complete && { autocomplete: true as const }) };
}

function optionName(said: string): string {
	const name = said
		.toLowerCase()
		.replaceAll(/[^-_\p{L}\p{N}]+/gu, '-')
		.replaceAll(/^-+|-+$/g, '')
		.slice(0, 32);
	return isName(name) ? name : 'value';
}

/** What Discord says of a command that nobody has asked for. */
const ofDiscord = new Set([
	...['id', 'application_id', 'guild_id', 'version', 'dm_permission', 'default_permission', 'handler'],
	...['name_localized', 'description_localized', 'name_localizations', 'description_localizations'],
]);

/** Whether the app has just these commands, in whatever order Discord answers them. Pure. */
export function sameCommands(
	registered: readonly APIApplicationCommand[],
	wanted: RESTPutAPIApplicationCommandsJSONBody,
): boolean {
	return written(registered) === written(wanted);
}

function written(commands: readonly object[]): string {
	return JSON.stringify(commands.map((command) => JSON.stringify(essence({ type: 1, ...command }))).sort());
}

/** Without what Discord adds, and without what says no more than its absence. */
function essence(value: unknown): unknown {
	if (Array.isArray(value)) {
		const items = value.map(essence);
		// Contexts and kinds of installation have no order; options have.
		return items.every((item) => typeof item === 'number') ? items.sort() : items;
	}
	if (typeof value !== 'object' || value === null) return value;
	const kept = Object.entries(value).filter(([key, inner]) => !ofDiscord.has(key) && !isNothing(inner));
	return Object.fromEntries(
		kept.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, inner]) => [key, essence(inner)]),
	);
}

function isNothing(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === false ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}
