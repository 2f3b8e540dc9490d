import { randomUUID } from 'node:crypto';
import type { Logger } from '../../../base/log.ts';
import type { Place } from '../../../chat/place.ts';
import type { Reach } from '../../../chat/reach.ts';
import type { Person, Thread } from '../../../chat/thread.ts';
import { type PostDirectDeps, postDirectly } from '../api/post-direct.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { slackUserOf, threadAt } from '../thread-keys.ts';
import type { Directory } from './create-directory.ts';

export interface DecidersDeps extends PostDirectDeps {
	readonly directory: Directory;
	/** User groups that rights depend on, as `T1/S1`. */
	readonly groups: readonly string[];
	readonly log: Logger;
}

/** More people of a group are not looked at. */
const mostOfGroup = 20;

/** Those who may decide in a workspace, and the way to write to them. */
export function createDeciders(deps: DecidersDeps): Pick<Reach, 'admins' | 'directly'> {
	return {
		async admins(place, signal) {
			const team = teamOf(place);
			const { installer } = await deps.installations.of(team);
			const users = new Set([...(installer === undefined ? [] : [installer]), ...(await grouped(team, deps, signal))]);
			const people = [...users].map((user) => deps.directory.person(team, user, { channel: '' }, signal));
			return (await Promise.all(people)).filter((person) => person !== undefined);
		},
		async directly(person, place, signal) {
			const user = slackUserOf(person.id)?.user;
			if (user === undefined) return undefined;
			try {
				return await openThread({ team: teamOf(place), user }, deps, signal);
			} catch (error) {
				if (slackCode(error) === undefined) throw error;
				deps.log.warn('Slack lets nobody write to an admin', { person: person.id, reason: slackCode(error) });
				return undefined;
			}
		},
	};
}

function teamOf(place: Place): string {
	return place.slice(place.indexOf(':') + 1);
}

/** The people of the groups that rules of this workspace name. One that cannot be looked up has nobody in it. */
async function grouped(
	team: string,
	{ calls, groups, log }: DecidersDeps,
	signal: AbortSignal,
): Promise<readonly Person['id'][]> {
	const ids = groups.flatMap((group) => (group.startsWith(`${team}/`) ? [group.slice(team.length + 1)] : []));
	const members = ids.map(async (usergroup) => {
		const call = { method: 'usergroups.users.list', team, repeat: 'safe' } as const;
		const asked = calls.run({ ...call, send: (client) => client.usergroups.users.list({ usergroup }) }, signal);
		const answer = await asked.catch((error: unknown) => {
			if (slackCode(error) === undefined) throw error;
			log.info('A user group cannot be looked up', { group: `${team}/${usergroup}`, reason: slackCode(error) });
			return undefined;
		});
		return (answer?.users ?? []).slice(0, mostOfGroup);
	});
	return (await Promise.all(members)).flat();
}

/** A message of ours in the direct conversation with somebody, in whose thread they are asked. */
async function openThread(
	{ team, user }: { readonly team: string; readonly user: string },
	deps: DecidersDeps,
	signal: AbortSignal,
): Promise<Thread> {
	const text = 'A decision is asked of you as an admin of this workspace: see the thread.';
	const key = `decide/${randomUUID()}`;
	const { channel, ts } = await postDirectly(deps, { team, user, key, text }, signal);
	return threadAt({ team, channel, ts });
}
