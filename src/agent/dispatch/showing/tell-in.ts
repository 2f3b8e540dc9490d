import type { Telling } from '../../../chat/events.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { DispatchDeps } from '../deps.ts';

/** Where something of ours is told, to which rows of the outbox it belongs, and what it answers. */
export interface ToldAt extends Omit<Telling, 'events' | 'by'> {
	readonly thread: Thread;
}

/** Tells things that are no turn's, each once. Rejects as the platform and the store do. */
export async function tellIn(
	{ thread, ...at }: ToldAt,
	events: Telling['events'],
	{ store, platforms }: Pick<DispatchDeps, 'store' | 'platforms'>,
): Promise<void> {
	await platforms.tell(thread, { ...at, events }, await store.outbox.rows(at.session, at.turn));
}
