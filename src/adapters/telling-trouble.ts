import type { Thread } from '../chat/thread.ts';
import type { Adapter } from './adapter.ts';

/** What the core is to know of a failure in a thread. Pure. */
export type TroubleIn = (error: unknown, thread: Thread) => unknown;

/** The same `show`, which rejects with what the core is to know. */
export function tellingTrouble(show: Adapter['show'], troubleIn: TroubleIn): Adapter['show'] {
	return async (thread, ...rest) => {
		await show(thread, ...rest).catch((error: unknown) => {
			throw troubleIn(error, thread);
		});
	};
}
