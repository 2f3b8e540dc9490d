import type { RoleOf } from '../../chat/people.ts';
import type { Asker } from '../../chat/place.ts';
import type { Places } from '../../chat/places.ts';
import type { SessionRecord } from './session-record.ts';
import { isOpen } from './who-may-read.ts';

/**
 * Where an admin is asked: `here`, in the thread; `directly`, by a message of their own, because admins who are not in the thread must not
 * see it; `nobody`: the thread has no place, and so no admin.
 */
export type Whom = 'here' | 'directly' | 'nobody';

/** Whom a question for an admin that arises in a thread goes to. Whoever asks and is admin there themselves is asked in the thread. Pure. */
export function whomToAsk(
	{ person, thread, audience }: Partial<Pick<Asker, 'person'>> & Pick<Asker, 'thread' | 'audience'>,
	record: SessionRecord | undefined,
	{ roleOf, places }: { readonly roleOf: RoleOf; readonly places: Places },
): Whom {
	const { place } = places.conversationOf(thread);
	if (place === undefined) return 'nobody';
	if (audience === 'alone') return 'directly';
	if (person && roleOf(person, place) === 'admin') return 'here';
	return isOpen(record ?? { thread, ...(audience && { audience }) }, places) ? 'here' : 'directly';
}
