import type { ToldEvent } from '../../../chat/events.ts';
import type { Inbound } from '../../../chat/inbound.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';

type Announcement = Extract<ToldEvent, { type: 'waiting' | 'taken-back' }>;

/** Tells the platform what became of a message that waits. That nobody sees it harms nothing. */
export async function announce(
	event: Announcement,
	{ thread, person }: Pick<Inbound, 'thread' | 'person'>,
	{ id: session }: Session,
	{ platforms, log }: DispatchDeps,
): Promise<void> {
	const telling = { session, turn: `in-${event.of}`, answers: event.of, by: person, events: [event] };
	await platforms.tell(thread, telling, []).catch((error: unknown) => {
		log.warn('What became of a waiting message cannot be shown', { session, err: error });
	});
}
