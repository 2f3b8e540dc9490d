import { type Listening, type ListeningOf, listeningSchema } from '../../../chat/listening.ts';
import type { Place } from '../../../chat/place.ts';
import type { Places } from '../../../chat/places.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Records } from '../../../store/records.ts';
import type { SessionFolder, Sessions, Store } from '../../../store/store.ts';
import { readRecord } from '../session-record.ts';

interface ListeningDeps {
	readonly records: Pick<Records, 'get' | 'put'>;
	readonly places: Places;
}

/** Whom a session hears: as it was said in it, else as its place has it. */
export async function listeningIn(folder: SessionFolder, thread: Thread, deps: ListeningDeps): Promise<Listening> {
	const { listen } = (await readRecord(folder, deps.places)) ?? {};
	return listen ?? (await listeningAt(deps.places.conversationOf(thread).place, deps));
}

/** Whom sessions of a place hear where nothing was said in them. */
export async function listeningAt(place: Place | undefined, { records }: ListeningDeps): Promise<Listening> {
	const known = place === undefined ? undefined : await records.get('listening', place, listeningSchema);
	return known ?? 'auto';
}

export async function listenAt(place: Place, listening: Listening, { records }: ListeningDeps): Promise<void> {
	await records.put('listening', place, place, listening);
}

/** For adapters: whom the session of a thread hears. */
export function createListeningOf(
	{ bindings, records }: Pick<Store, 'bindings' | 'records'>,
	sessions: Pick<Sessions, 'open'>,
	places: Places,
): ListeningOf {
	return async (thread) => {
		const session = await bindings.sessionOf(thread);
		const deps = { records, places };
		if (session === undefined) return await listeningAt(places.conversationOf(thread).place, deps);
		return await listeningIn(await sessions.open(session), thread, deps);
	};
}
