import {
	type APIApplicationCommand,
	type APIApplicationCommandOption,
	ApplicationCommandOptionType,
	type ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
} from 'discord-api-types/v10';
import { isIn } from '../interactions.ts';
import { permissionsIn } from '../permissions.ts';
import { type Channel, channelOf, type World } from '../world.ts';
import { checkRight } from './write.ts';

/** A command as it is offered to somebody in a channel. */
export interface OfferedCommand {
	readonly command: APIApplicationCommand;
	/** The app came with the person. */
	readonly byUserInstall: boolean;
}

export interface WantedCommand {
	readonly user: string;
	readonly channel: string;
	readonly name: string;
	readonly type: ApplicationCommandType;
}

/** Throws when there is no such command, or when it is not offered to this person there. */
export function findCommand(world: World, { user, channel: id, name, type }: WantedCommand): OfferedCommand {
	const channel = channelOf(world, id);
	if (channel.thread?.archived) throw new Error(`Nobody can use commands in "${channel.name}": it is archived`);
	checkRight(world, user, id, 'UseApplicationCommands');
	const ofGuild = isIn(world, channel) ? world.commands.guilds.get(channel.guild ?? '') : undefined;
	const all = [...(ofGuild?.values() ?? []), ...world.commands.global.values()].filter((one) => one.type === type);
	const command = all.find((one) => one.name === name);
	if (!command)
		throw new Error(`There is no command "${name}", only: ${all.map((one) => one.name).join(', ') || 'none'}`);
	checkContext(channel, command);
	checkMember(world, channel, command, user);
	return { command, byUserInstall: isByUser(world, channel, command, user) };
}

function checkContext(channel: Channel, { contexts, name }: APIApplicationCommand): void {
	const context = channel.guild === undefined ? InteractionContextType.BotDM : InteractionContextType.Guild;
	if (!contexts || contexts.includes(context)) return;
	throw new Error(
		`Command "${name}" is not offered in ${channel.guild === undefined ? 'direct conversations' : 'guilds'}`,
	);
}

function checkMember(world: World, channel: Channel, command: APIApplicationCommand, user: string): void {
	const { default_member_permissions: needed, name } = command;
	if (channel.guild === undefined || needed == null) return;
	const has = permissionsIn(world, channel.id, user);
	// "0": only for administrators, who have every bit.
	const wanted = BigInt(needed) || 8n;
	if ((has & wanted) !== wanted) throw new Error(`Command "${name}" is not offered to "${user}"`);
}

function isByUser(world: World, channel: Channel, command: APIApplicationCommand, user: string): boolean {
	const types = command.integration_types ?? [ApplicationIntegrationType.GuildInstall];
	if (isIn(world, channel) && types.includes(ApplicationIntegrationType.GuildInstall)) return false;
	if (world.userInstalls.has(user) && types.includes(ApplicationIntegrationType.UserInstall)) return true;
	throw new Error(`Command "${command.name}" is not offered in "${channel.name}": the app is not installed`);
}

/** The options of a subcommand (`sub`, or `group sub`), or of the command itself; throws when there is no such one. */
export function optionsOf(
	{ options = [], name }: APIApplicationCommand,
	subcommand: string | undefined,
): readonly APIApplicationCommandOption[] {
	let level: readonly APIApplicationCommandOption[] = options;
	for (const step of subcommand?.split(' ') ?? []) {
		const found = level.find((option) => option.name === step && isSub(option));
		if (!found) {
			throw new Error(`There is no "/${name} ${subcommand}", only: ${level.map((option) => option.name).join(', ')}`);
		}
		level = 'options' in found ? (found.options ?? []) : [];
	}
	if (level.some(isSub)) throw new Error(`"/${name} ${subcommand ?? ''}" needs a subcommand`);
	return level;
}

export function isSub({ type }: APIApplicationCommandOption): boolean {
	return type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup;
}
