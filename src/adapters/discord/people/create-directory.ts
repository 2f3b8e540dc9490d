import { type APIGuildMember, Routes } from 'discord-api-types/v10';
import type { Clock } from '../../../base/clock.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import type { Person } from '../../../chat/thread.ts';
import { createCache } from '../../intake/cache.ts';
import type { Calls } from '../api/calls.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';
import type { ApplicationOf } from '../application.ts';
import type { DiscordSettings } from '../settings.ts';
import { noGuild } from '../thread-keys.ts';
import { type GuildFacts, outsiderTraits, strangerTraits, traitsOf } from './traits.ts';

export interface DirectoryDeps {
	readonly calls: Calls;
	readonly application: ApplicationOf;
	readonly settings: Pick<DiscordSettings, 'permissions'>;
	/** The guilds that the bot is in, by their id. */
	readonly places: { readonly guilds: ReadonlyMap<string, GuildFacts> };
	readonly clock: Pick<Clock, 'now'>;
}

/** Somebody who did something. */
export interface Met {
	/** The guild they were met in; undefined in a direct conversation. */
	readonly guild: string | undefined;
	/** The user's id. */
	readonly user: string;
	/** What they are called there. */
	readonly name: string;
	/** The channel they were met in; for a thread the one it is in. */
	readonly channel: string;
	/** Ids of their roles, where the event's `member` names them; else Discord is asked. */
	readonly roles?: readonly string[];
}

/** Who is who in the guilds. */
export interface Directory {
	/**
	 * The person, with the traits that rights depend on. In a direct conversation, or in a guild that the bot is not in, they are who they are
	 * in the bot's oldest guild that they are a member of; a member of none is an external, as is whoever has left the guild they were met in.
	 * The app is theirs only where they are members. Rejects as `Calls` do: then what came in must not be acknowledged.
	 */
	personOf(met: Met, signal: AbortSignal): Promise<Person>;
}

const memberTtlMs = 10 * 60_000;
const maxMembers = 10_000;
/** In no more guilds than these is somebody looked for who writes directly. */
const maxGuilds = 100;
/** 10007 unknown member, 10013 unknown user, 10004 unknown guild, 50001 no access: no member there, as far as we see. */
const noMember = [10007, 10013, 10004, 50001];
/** What is asked once for many is not called off by one of them. */
const unending = new AbortController().signal;

type Member = Pick<APIGuildMember, 'roles'>;

export function createDirectory(deps: DirectoryDeps): Directory {
	const { calls, application, settings, places, clock } = deps;
	const members = createCache<Member | 'none'>({ ttlMs: memberTtlMs, maxEntries: maxMembers, now: clock.now });

	const load = async (guild: string, user: string): Promise<Member | 'none'> => {
		try {
			return await calls.run<APIGuildMember>({ method: 'GET', route: Routes.guildMember(guild, user) }, unending);
		} catch (error) {
			if (noMember.includes(discordCode(error) ?? 0)) return 'none';
			throw error;
		}
	};
	const memberOf = (guild: string, user: string) => members.get(`${guild}/${user}`, () => load(guild, user));
	/** The oldest guild of ours that somebody is a member of. */
	const homeOf = async (user: string) => {
		for (const guild of oldest(places.guilds.values())) {
			const member = await memberOf(guild.id, user);
			if (member !== 'none') return { guild, roles: member.roles };
		}
		return undefined;
	};
	/** Undefined: met in no guild of ours; without roles: not a member, or not any more. */
	const metIn = async ({ guild: id, user, roles }: Met) => {
		const guild = places.guilds.get(id ?? noGuild);
		if (!guild) return undefined;
		if (roles) {
			members.keep(`${guild.id}/${user}`, { roles: [...roles] });
			return { guild, roles };
		}
		const member = await memberOf(guild.id, user);
		return { guild, roles: member === 'none' ? undefined : member.roles };
	};
	const find = async (met: Met, owners: readonly string[]): Promise<Person> => {
		const { user, name } = met;
		const ownsApp = owners.includes(user);
		const there = await metIn(met);
		const home = there ?? (await homeOf(user));
		if (!home) return { id: `discord:${noGuild}/${user}`, name, traits: strangerTraits({ ownsApp }) };
		const channel = there && met.channel;
		const { guild, roles } = home;
		const facts = { guild, user, channel, ownsApp, permissions: settings.permissions };
		const traits = roles ? traitsOf({ ...facts, roles }) : outsiderTraits(guild.id);
		return { id: `discord:${guild.id}/${user}`, name, traits };
	};

	return {
		async personOf(met, signal) {
			const { owners } = await application(signal);
			return raceAbort(find(met, owners), signal);
		},
	};
}

function oldest(guilds: Iterable<GuildFacts>): GuildFacts[] {
	return [...guilds].toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1)).slice(0, maxGuilds);
}
