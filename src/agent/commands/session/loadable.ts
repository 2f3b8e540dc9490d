import { may } from '../../../chat/people.ts';
import type { Asker, Place } from '../../../chat/place.ts';
import { membershipOf, readRecord, type SessionRecord } from '../../session/session-record.ts';
import { fitsIn, isOpen } from '../../session/who-may-read.ts';
import type { CommandDeps } from '../command-deps.ts';

type Deps = Pick<CommandDeps, 'sessions' | 'roleOf' | 'places'>;

/**
 * The sessions that somebody may go on with where they ask, newest first; unreadable ones are left out. Those of the same place that they
 * took part in, and, for an admin of the place, those that everyone there may read.
 */
export async function loadable(asker: Asker, deps: Deps): Promise<SessionRecord[]> {
	const { roleOf, places } = deps;
	const { person } = asker;
	const role = roleOf(person, places.conversationOf(asker.thread).place);
	const records = await recordsOf(deps);
	return records.filter((record) => {
		const membership = membershipOf({ person, role }, record, places);
		const isTheirs = membership.participant || membership.owner || isOpen(record, places);
		return isTheirs && may(membership, 'participant') && fitsIn(record, asker, places);
	});
}

/** The sessions of a place that somebody took part in, direct ones too, newest first: for their eyes alone. */
export async function sessionsOf(
	{ person, place }: { readonly person: Asker['person']; readonly place: Place },
	deps: Deps,
): Promise<SessionRecord[]> {
	const { roleOf, places } = deps;
	const role = roleOf(person, place);
	const isHere = ({ thread }: SessionRecord) => places.conversationOf(thread).place === place;
	const took = (record: SessionRecord) => {
		const { owner, participant } = membershipOf({ person, role }, record, places);
		return owner || participant;
	};
	if (role === undefined) return [];
	return (await recordsOf(deps)).filter((record) => isHere(record) && took(record));
}

async function recordsOf(deps: Deps): Promise<SessionRecord[]> {
	const records = await Promise.all((await deps.sessions.list()).map((id) => recordOf(id, deps)));
	return records.filter((record) => record !== undefined).sort((a, b) => b.usedAt.localeCompare(a.usedAt));
}

async function recordOf(id: string, { sessions, places }: Deps): Promise<SessionRecord | undefined> {
	try {
		return await readRecord(await sessions.open(id), places);
	} catch {
		return undefined;
	}
}
