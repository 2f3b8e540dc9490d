import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import { createCache } from '../../intake/cache.ts';
import type { Calls } from '../api/calls.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';

export interface GroupsDeps {
	readonly calls: Calls;
	/** As `T1/S1`. */
	readonly groups: readonly string[];
	readonly log: Logger;
	readonly clock: Pick<Clock, 'now'>;
}

/** Which of the groups of this team somebody is in. A group that cannot be looked up has nobody in it. Rejects as `Calls` do. */
export type Groups = (team: string, userId: string) => Promise<readonly string[]>;

const ttlMs = 5 * 60_000;
const unending = new AbortController().signal;

/** What cannot be mended by asking again. */
const lasting = ['missing_scope', 'no_such_subteam', 'subteam_not_found', 'permission_denied', 'plan_upgrade_required'];

export function createGroups({ calls, groups, log, clock }: GroupsDeps): Groups {
	const members = createCache<ReadonlySet<string>>({ ttlMs, maxEntries: Math.max(1, groups.length), now: clock.now });
	const reported = new Set<string>();

	const load = async (team: string, usergroup: string): Promise<ReadonlySet<string>> => {
		try {
			const request = { method: 'usergroups.users.list', team, repeat: 'safe' } as const;
			const answer = await calls.run(
				{ ...request, send: (client) => client.usergroups.users.list({ usergroup }) },
				unending,
			);
			return new Set(answer.users ?? []);
		} catch (error) {
			const code = slackCode(error);
			if (code === undefined || !lasting.includes(code)) throw error;
			report(team, usergroup, code);
			return new Set();
		}
	};
	const report = (team: string, group: string, code: string) => {
		const about = code === 'missing_scope' ? team : `${team}/${group}`;
		if (reported.has(`${about} ${code}`)) return;
		reported.add(`${about} ${code}`);
		log.warn('A user group cannot be looked up (it needs the scope usergroups:read): nobody has rights by it', {
			group: about,
			code,
		});
	};

	return async (team, userId) => {
		const ids = groups.flatMap((group) => (group.startsWith(`${team}/`) ? [group.slice(team.length + 1)] : []));
		const sets = await Promise.all(ids.map((id) => members.get(`${team}/${id}`, () => load(team, id))));
		return ids.filter((_, index) => sets[index]?.has(userId));
	};
}
