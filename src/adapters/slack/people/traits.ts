import type { UsersInfoResponse } from '@slack/web-api';

export type SlackUser = NonNullable<UsersInfoResponse['user']>;

/** Where the app is at home. */
export interface HomeTeam {
	/** The installation's team, or its organisation. */
	readonly team: string;
	/** The organisation the team belongs to. */
	readonly enterprise: string | undefined;
}

export interface Facts {
	readonly user: SlackUser;
	/** The person's own team. */
	readonly ownTeam: string;
	readonly home: HomeTeam;
	readonly channel: string;
	/** Ids of the groups they are in. */
	readonly groups: readonly string[];
	readonly isInstaller: boolean;
}

/** Traits that rights depend on, in the words of the settings. Pure. */
export function traitsOf({ user, ownTeam, home, channel, groups, isInstaller }: Facts): string[] {
	const guest = user.is_restricted || user.is_ultra_restricted || user.is_stranger;
	const words = [
		`channel:${channel}`,
		...groups.map((group) => `group:${group}`),
		...(guest ? ['guests'] : []),
		...(isExternal(user, ownTeam, home) ? ['externals'] : []),
		...(isInstaller ? ['installer'] : []),
	];
	return words.map((word) => `slack:${home.team}/${word}`);
}

/** Of another team, and not of the same organisation. */
function isExternal(user: SlackUser, ownTeam: string, { team, enterprise }: HomeTeam): boolean {
	if (ownTeam === team && (user.team_id ?? team) === team) return false;
	const theirs = user.enterprise_user?.enterprise_id || user.enterprise_id;
	return theirs === undefined || (theirs !== enterprise && theirs !== team);
}
