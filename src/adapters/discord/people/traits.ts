import { PermissionFlagsBits } from 'discord-api-types/v10';
import { noGuild } from '../thread-keys.ts';

/** A guild, as far as rights depend on it. */
export interface GuildFacts {
	readonly id: string;
	/** A user's id. */
	readonly owner: string;
	/** By their id; that of everyone is the guild's. */
	readonly roles: ReadonlyMap<string, { readonly permissions: bigint }>;
}

export interface MemberFacts {
	readonly guild: GuildFacts;
	readonly user: string;
	/** Ids of their roles. */
	readonly roles: readonly string[];
	/** The channel they were met in; undefined: a direct conversation, which is not a place of the guild. */
	readonly channel: string | undefined;
	/** The app is theirs. */
	readonly ownsApp: boolean;
	/** Permissions that rights depend on, as `G1/ManageGuild`. */
	readonly permissions: readonly string[];
}

/** Traits that rights depend on, in the words of the settings. Pure. */
export function traitsOf(facts: MemberFacts): string[] {
	const { guild, roles, channel, ownsApp } = facts;
	const may = permissionsOf(facts);
	const words = [
		...roles.map((role) => `role:${role}`),
		...(channel === undefined ? [] : [`channel:${channel}`]),
		...namesFor(facts)
			.filter((name) => has(may, name))
			.map((name) => `permission:${name}`),
		// Whoever manages the server alone can have added the app: https://docs.discord.com/developers/topics/oauth2#bot-authorization-flow
		...(ownsApp || has(may, 'ManageGuild') ? ['installer'] : []),
	];
	return words.map((word) => `discord:${guild.id}/${word}`);
}

/** The traits of somebody whom no guild of ours knows. Pure. */
export function strangerTraits({ ownsApp }: Pick<MemberFacts, 'ownsApp'>): string[] {
	return ownsApp ? [`discord:${noGuild}/installer`] : outsiderTraits(noGuild);
}

/** The traits of somebody who is not a member of the guild, or no longer. Pure. */
export function outsiderTraits(guild: string): string[] {
	return [`discord:${guild}/externals`];
}

function namesFor({ guild, permissions }: MemberFacts): string[] {
	const prefix = `${guild.id}/`;
	return permissions.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
}

const everything = ~0n;

/** In the whole guild; what a channel gives or takes besides changes no rights. */
function permissionsOf({ guild, user, roles }: MemberFacts): bigint {
	if (guild.owner === user) return everything;
	const bits = [guild.id, ...roles].reduce((all, role) => all | (guild.roles.get(role)?.permissions ?? 0n), 0n);
	return (bits & PermissionFlagsBits.Administrator) === 0n ? bits : everything;
}

function has(bits: bigint, name: string): boolean {
	const bit = Object.entries(PermissionFlagsBits).find(([known]) => known === name)?.[1];
	return bit !== undefined && (bits & bit) !== 0n;
}
