import { readRecord, type SessionRecord } from '../../agent/session/session-record.ts';
import { places } from '../../platforms.ts';
import { openSessions, type SessionView, viewSession } from '../../store/session/session-folder.ts';

/** A session as readers see it; without a record where that is damaged. */
export interface Known {
	readonly view: SessionView;
	readonly record: SessionRecord | undefined;
}

/** One by its id, also where nothing tells whose it is: what a crash has left of one that was being deleted. */
export async function sessionLeft(home: string, id: string): Promise<Known | undefined> {
	await using sessions = openSessions(home);
	return (await sessions.list()).includes(id) ? { view: viewSession(home, id), record: undefined } : undefined;
}

/** Newest first. Those that were deleted, or that nobody has spoken in, have no record: they are none. */
export async function knownSessions(home: string): Promise<readonly Known[]> {
	await using sessions = openSessions(home);
	const views = (await sessions.list()).map((id) => viewSession(home, id));
	const all = await Promise.all(views.map(async (view) => ({ view, record: await recordOf(view) })));
	return all.flatMap(({ view, record }) => (record === undefined ? [] : [{ view, record: record || undefined }]));
}

/** False where it is damaged. */
async function recordOf(view: SessionView): Promise<SessionRecord | false | undefined> {
	return await readRecord(view, places).catch(() => false as const);
}
