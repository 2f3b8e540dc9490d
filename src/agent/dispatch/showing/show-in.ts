import type { AgentEvent } from '../../../chat/events.ts';
import type { OutboxRow } from '../../../store/store.ts';
import type { DispatchDeps } from '../deps.ts';

/** Where events of ours are shown, to which rows of the outbox they belong, and what they answer. */
export interface ShownAt extends Pick<OutboxRow, 'session' | 'turn' | 'thread'> {
	readonly answers: string;
}

/** Shows whole events that are no turn's, each once. Rejects as the platform and the store do. */
export async function showIn(
	{ session, turn, thread, answers }: ShownAt,
	events: readonly AgentEvent[],
	{ store, platforms }: Pick<DispatchDeps, 'store' | 'platforms'>,
): Promise<void> {
	const begun: AgentEvent = { type: 'turn-started', session, turn, answers };
	await platforms.show(thread, stream([begun, ...events]), await store.outbox.rows(session, turn));
}

async function* stream(events: readonly AgentEvent[]): AsyncGenerator<AgentEvent> {
	yield* events;
}
