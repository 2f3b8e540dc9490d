import { randomBytes } from 'node:crypto';
import {
	type APIAuthorizingIntegrationOwnersMap,
	type APIInteraction,
	ApplicationIntegrationType,
	InteractionContextType,
	type InteractionType,
	type Locale,
} from 'discord-api-types/v10';
import { permissionsIn } from './permissions.ts';
import type { StoredInteraction } from './records.ts';
import { wireChannel } from './wire/wire-channel.ts';
import { memberOf, wireInteractionMember, wireUser } from './wire/wire-people.ts';
import { type Channel, channelOf, fileLimitOf, type World } from './world.ts';

/** Until the first answer: https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-callback */
export const answerMs = 3000;
/** As long as the token is good. */
export const tokenMs = 15 * 60_000;

export interface NewInteraction {
	readonly type: InteractionType;
	readonly user: string;
	readonly channel: string;
	/** As Discord sends it. */
	readonly data: object;
	/** More of the payload: the message of a component. */
	readonly more?: object;
	readonly message?: string;
	readonly byUserInstall: boolean;
}

/** Makes an interaction and hands it to the app. Everyone who asks for it in time gets it by `world.interactions`. */
export function addInteraction(world: World, given: NewInteraction): StoredInteraction {
	const { type, user, message, byUserInstall } = given;
	const channel = channelOf(world, given.channel);
	const id = world.clock.newId();
	const token = randomBytes(60).toString('base64url');
	const payload = payloadOf(world, channel, { id, token, ...given });
	const { promise: settled, resolve: answered } = Promise.withResolvers<void>();
	const interaction: StoredInteraction = {
		...{ id, token, type, user, guild: channel.guild, channel: channel.id, byUserInstall, message, payload },
		...{ createdAt: world.clock.now(), response: undefined, original: undefined, followUps: [], answered, settled },
	};
	world.interactions.set(id, interaction);
	world.clock.after(answerMs, answered);
	// An app that only a person has brought along has no shard for this guild.
	world.emit(isIn(world, channel) ? channel.guild : undefined, 'INTERACTION_CREATE', payload);
	return interaction;
}

/** Whether the bot itself is in this guild, or in this direct conversation. */
export function isIn(world: World, { guild, recipient }: Channel): boolean {
	if (guild === undefined) return recipient !== undefined;
	return world.guilds.get(guild)?.members.has(world.bot) === true;
}

function payloadOf(
	world: World,
	channel: Channel,
	{ id, token, type, user, data, more = {}, byUserInstall }: NewInteraction & { id: string; token: string },
): APIInteraction {
	const { guild } = channel;
	const who =
		guild === undefined
			? { user: wireUser(world, user) }
			: { member: wireInteractionMember(world, memberOf(world, guild, user), channel.id) };
	return {
		...{ id, token, type, version: 1, application_id: world.application.id, data, ...who, ...more },
		...{ channel_id: channel.id, channel: wireChannel(world, channel), ...guildFields(guild) },
		app_permissions: String(appPermissions(world, channel)),
		...{ locale: 'en-US' as Locale, entitlements: [], context: contextOf(channel) },
		authorizing_integration_owners: ownersOf(world, guild, user, byUserInstall),
		attachment_size_limit: fileLimitOf(world, guild),
	} as unknown as APIInteraction;
}

function guildFields(guild: string | undefined): object {
	if (guild === undefined) return {};
	const locale = 'en-US';
	return { guild_id: guild, guild_locale: locale, guild: { id: guild, locale, features: [] } };
}

function contextOf({ guild, recipient }: Channel): InteractionContextType {
	if (guild !== undefined) return InteractionContextType.Guild;
	return recipient === undefined ? InteractionContextType.PrivateChannel : InteractionContextType.BotDM;
}

function appPermissions(world: World, channel: Channel): bigint {
	if (channel.guild !== undefined && !isIn(world, channel)) return userInstallPermissions;
	return permissionsIn(world, channel.id, world.bot);
}

/** The rights of an app that only a person has brought along: nothing but answer. */
const userInstallPermissions = 0n;

function ownersOf(
	world: World,
	guild: string | undefined,
	user: string,
	byUserInstall: boolean,
): APIAuthorizingIntegrationOwnersMap {
	if (byUserInstall) return { [ApplicationIntegrationType.UserInstall]: user };
	const installed = world.userInstalls.has(user) ? { [ApplicationIntegrationType.UserInstall]: user } : {};
	return { [ApplicationIntegrationType.GuildInstall]: guild ?? '0', ...installed };
}
