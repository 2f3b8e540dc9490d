import { may, type RoleOf } from '../../chat/people.ts';
import { type Asker, type Place, placeOf } from '../../chat/place.ts';
import type { Sessions } from '../../store/store.ts';
import { membershipOf, readRecord, type SessionRecord } from '../session/session-record.ts';
import { fitsIn, isOpen } from '../session/who-may-read.ts';

/**
 * The sessions that somebody may go on with where they ask, newest first; unreadable ones are left out. Those of the same place that they
 * took part in, and, for an admin of the place, those that everyone there may read.
 */
export async function loadable(sessions: Sessions, asker: Asker, roleOf: RoleOf): Promise<SessionRecord[]> {
	const role = roleOf(asker.person, placeOf(asker.thread));
	const records = await recordsOf(sessions);
	return records.filter((record) => {
		const membership = membershipOf(asker.person, record, role);
		const isTheirs = membership.participant || membership.owner || isOpen(record);
		return isTheirs && may(membership, 'participant') && fitsIn(record, asker);
	});
}

/** The sessions of a place that somebody took part in, direct ones too, newest first: for their eyes alone. */
export async function sessionsOf(
	sessions: Sessions,
	{ person, place }: { readonly person: Asker['person']; readonly place: Place },
	roleOf: RoleOf,
): Promise<SessionRecord[]> {
	const role = roleOf(person, place);
	const took = (record: SessionRecord) => {
		const { owner, participant } = membershipOf(person, record, role);
		return owner || participant;
	};
	if (role === undefined) return [];
	return (await recordsOf(sessions)).filter((record) => placeOf(record.thread) === place && took(record));
}

async function recordsOf(sessions: Sessions): Promise<SessionRecord[]> {
	const records = await Promise.all((await sessions.list()).map((id) => recordOf(sessions, id)));
	return records.filter((record) => record !== undefined).sort((a, b) => b.usedAt.localeCompare(a.usedAt));
}

async function recordOf(sessions: Sessions, id: string): Promise<SessionRecord | undefined> {
	try {
		return await readRecord(await sessions.open(id));
	} catch {
		return undefined;
	}
}
