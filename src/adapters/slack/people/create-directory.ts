import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import type { Person } from '../../../chat/thread.ts';
import { createCache } from '../../intake/recent.ts';
import type { Calls } from '../api/calls.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import type { Installation, Installations } from '../installations.ts';
import { createGroups, type Groups } from './groups.ts';
import { type HomeTeam, type SlackUser, traitsOf } from './traits.ts';

export interface DirectoryDeps {
	readonly calls: Calls;
	readonly installations: Installations;
	/** User groups that rights depend on, as `T1/S1`. */
	readonly groups: readonly string[];
	readonly log: Logger;
	readonly clock: Pick<Clock, 'now'>;
}

/** Where somebody was met. */
export interface SeenAt {
	readonly channel: string;
	/** The person's own team, where the event names it. */
	readonly userTeam?: string;
	/** The channel is shared with other workspaces: who has no team of their own in it is an external. */
	readonly externalChannel?: boolean;
}

/** Who is who in the workspaces. */
export interface Directory {
	/**
	 * The person behind a user's id, with the traits that rights depend on; undefined for a bot. Whom the app does not see, and
	 * everyone where it lacks the scope `users:read`, is an external without a name. Rejects as `Calls` do: then the event must not be acknowledged.
	 */
	person(team: string, userId: string, at: SeenAt, signal: AbortSignal): Promise<Person | undefined>;
	/** Somebody's name, a bot's too; their id where that cannot be found out. Rejects with the signal's reason alone. */
	nameOf(team: string, userId: string, signal: AbortSignal): Promise<string>;
}

const userTtlMs = 10 * 60_000;
/** Slack's codes for people elsewhere whom the app does not see. */
const invisible = ['user_not_found', 'user_not_visible'];
const maxUsers = 5000;
/** A question that is asked once for many is not called off by one of them. */
const unending = new AbortController().signal;

export function createDirectory({ calls, installations, groups, log, clock }: DirectoryDeps): Directory {
	const users = createCache<SlackUser | 'unknown'>({ ttlMs: userTtlMs, maxEntries: maxUsers, now: clock.now });
	const homes = createCache<HomeTeam>({ ttlMs: userTtlMs, maxEntries: maxUsers, now: clock.now });
	const memberOf = createGroups({ calls, groups, log, clock });
	const warnOnce = createWarning(log);

	const load = async (team: string, user: string): Promise<SlackUser | 'unknown'> => {
		try {
			const request = { method: 'users.info', team, repeat: 'safe' } as const;
			const answer = await calls.run({ ...request, send: (client) => client.users.info({ user }) }, unending);
			return answer.user ?? 'unknown';
		} catch (error) {
			const code = slackCode(error) ?? '';
			if (code === 'missing_scope') warnOnce(team);
			else if (!invisible.includes(code)) throw error;
			return 'unknown';
		}
	};
	const userOf = (team: string, user: string) => users.get(`${team}/${user}`, () => load(team, user));
	/** The bot is of the workspace in which it is installed: who shares its organisation is no external. */
	const homeOf = async ({ team, botUser }: Installation): Promise<HomeTeam> => {
		const bot = await userOf(team, botUser);
		return {
			team,
			enterprise: bot === 'unknown' ? undefined : bot.enterprise_user?.enterprise_id || bot.enterprise_id,
		};
	};
	const find = async (team: string, userId: string, at: SeenAt): Promise<Person | undefined> => {
		const user = await userOf(team, userId);
		if (user === 'unknown') return unknownPerson(team, userId, at);
		if (user.is_bot || user.is_workflow_bot || userId === 'USLACK') return undefined;
		return describe({ user, userId, at, installation: await installations.of(team) }, { homes, homeOf, memberOf });
	};

	return {
		person: (team, userId, at, signal) => raceAbort(find(team, userId, at), signal),
		async nameOf(team, userId, signal) {
			const user = await raceAbort(
				userOf(team, userId).catch((): SlackUser => ({})),
				signal,
			);
			return user === 'unknown' ? userId : nameIn(user, userId);
		},
	};
}

interface Met {
	readonly user: SlackUser;
	readonly userId: string;
	readonly at: SeenAt;
	readonly installation: Installation;
}

interface Sources {
	readonly homes: ReturnType<typeof createCache<HomeTeam>>;
	readonly homeOf: (installation: Installation) => Promise<HomeTeam>;
	readonly memberOf: Groups;
}

async function describe(
	{ user, userId, at, installation }: Met,
	{ homes, homeOf, memberOf }: Sources,
): Promise<Person> {
	const { team, installer } = installation;
	const ownTeam = at.userTeam ?? user.team_id ?? (at.externalChannel ? 'unknown' : team);
	const home = await homes.get(team, () => homeOf(installation));
	const groups = await memberOf(team, userId);
	const isInstaller = installer !== undefined && installer === userId;
	const traits = traitsOf({ user, ownTeam, home, channel: at.channel, groups, isInstaller });
	const zone = user.tz ? { zone: user.tz } : {};
	return { id: `slack:${ownTeam}/${userId}`, name: nameIn(user, userId), traits, ...zone };
}

/** Nobody knows who they are: what externals may is all they may. */
function unknownPerson(team: string, userId: string, { channel, userTeam = team }: SeenAt): Person {
	const traits = [`slack:${team}/channel:${channel}`, `slack:${team}/externals`];
	return { id: `slack:${userTeam}/${userId}`, name: userId, traits };
}

function nameIn({ profile, real_name: realName, name }: SlackUser, userId: string): string {
	return profile?.display_name || profile?.real_name || realName || name || userId;
}

function createWarning(log: Logger): (team: string) => void {
	const warned = new Set<string>();
	return (team) => {
		if (warned.has(team)) return;
		warned.add(team);
		log.warn('The app lacks the scope users:read: everyone is taken for an external', { team });
	};
}
