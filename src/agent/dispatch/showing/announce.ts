import type { AgentEvent } from '../../../chat/events.ts';
import type { Inbound } from '../../../chat/inbound.ts';
import type { Person } from '../../../chat/thread.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';

type Announcement = Extract<AgentEvent, { type: 'waiting' | 'taken-back' }>;

/** Tells the platform what became of a message that waits. That nobody sees it harms nothing. */
export async function announce(
	event: Announcement,
	{ thread, person }: Pick<Inbound, 'thread' | 'person'>,
	{ id: session }: Session,
	{ platforms, log }: DispatchDeps,
): Promise<void> {
	await platforms.show(thread, announcement({ session, by: person }, event), []).catch((error: unknown) => {
		log.warn('What became of a waiting message cannot be shown', { session, err: error });
	});
}

async function* announcement(
	whose: { readonly session: string; readonly by: Person },
	event: Announcement,
): AsyncGenerator<AgentEvent> {
	yield { type: 'turn-started', ...whose, turn: `in-${event.of}`, answers: event.of };
	yield event;
}
