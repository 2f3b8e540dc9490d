import type { Adapter } from '../../adapters/adapter.ts';
import type { AgentEvent } from '../../chat/events.ts';

/** Wraps an adapter so that `see` is told every event it shows. */
export function observed<A extends Adapter>(adapter: A, see: (event: AgentEvent) => void): A {
	return { ...adapter, show: (thread, events, shown) => adapter.show(thread, watched(events, see), shown) };
}

async function* watched(
	events: AsyncIterable<AgentEvent>,
	see: (event: AgentEvent) => void,
): AsyncGenerator<AgentEvent> {
	for await (const event of events) {
		see(event);
		yield event;
	}
}
