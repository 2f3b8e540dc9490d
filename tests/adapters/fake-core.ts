import type { Adapter } from '../../src/adapters/adapter.ts';
import type { AgentEvent, Telling } from '../../src/chat/events.ts';
import type { Inbound } from '../../src/chat/inbound.ts';

/** The turn with which the fake core answers one inbound, or what it tells; `signal` is aborted by a stop. */
export type Reply = (inbound: Inbound, signal: AbortSignal) => AsyncIterable<AgentEvent> | Telling | undefined;

/** Stands in for dispatch: keeps what came in, answers it in order, stops on request. */
export interface FakeCore {
	readonly inbounds: readonly Inbound[];
	accept(inbound: Inbound): Promise<'stored' | 'seen'>;
	whenIdle(): Promise<void>;
	/** Where answers are shown. */
	attach(adapter: Pick<Adapter, 'show' | 'tell'>): void;
}

export function createFakeCore(reply: Reply): FakeCore {
	const inbounds: Inbound[] = [];
	const keys = new Set<string>();
	let adapter: Pick<Adapter, 'show' | 'tell'> | undefined;
	let queue: Promise<void> = Promise.resolve();
	let running = new AbortController();

	async function work(inbound: Inbound): Promise<void> {
		running = new AbortController();
		const answer = reply(inbound, running.signal);
		if (answer === undefined) return;
		if ('events' in answer) await adapter?.tell(inbound.thread, answer, []);
		else await adapter?.show(inbound.thread, answer, []);
	}

	return {
		inbounds,
		async accept(inbound) {
			if (keys.has(inbound.key)) return 'seen';
			keys.add(inbound.key);
			inbounds.push(inbound);
			if (inbound.type === 'stop') running.abort(new Error('stopped'));
			else queue = queue.then(() => work(inbound));
			return 'stored';
		},
		async whenIdle() {
			for (let seen: Promise<void> | undefined; seen !== queue; ) {
				seen = queue;
				await seen;
			}
		},
		attach(next) {
			adapter = next;
		},
	};
}
