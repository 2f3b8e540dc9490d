import type { AgentEvent } from '../chat/events.ts';
import type { Report } from './report.ts';

/** Watches the events of one turn after another. */
export interface Scene {
	see(event: AgentEvent): void;
	/** The events of the next turn, when it has ended and `settled` says that all of it was shown. Rejects with the signal's reason. */
	turn(settled: () => Promise<void>): Promise<readonly AgentEvent[]>;
}

export function createScene(report: Report, signal: AbortSignal): Scene {
	let events: AgentEvent[] = [];
	let ended = Promise.withResolvers<void>();
	const left = Promise.withResolvers<never>();
	left.promise.catch(() => {});
	signal.addEventListener('abort', () => left.reject(signal.reason), { once: true });
	return {
		see: (event) => {
			report.event(event);
			events.push(event);
			if (event.type === 'turn-ended') ended.resolve();
		},
		turn: async (settled) => {
			await Promise.race([ended.promise.then(settled), left.promise]);
			const seen = events;
			events = [];
			ended = Promise.withResolvers();
			return seen;
		},
	};
}
