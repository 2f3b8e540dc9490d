import type { Thread } from '../chat/thread.ts';
import type { Adapter } from './adapter.ts';

/** A failure in a thread as the core is to know it. Pure. */
export type TroubleIn = (error: unknown, thread: Thread) => unknown;

/** A `show` that rejects with what the core is to know. */
export function tellingTrouble(show: Adapter['show'], troubleIn: TroubleIn): Adapter['show'] {
	return async (thread, ...rest) => {
		await show(thread, ...rest).catch((error: unknown) => {
			throw troubleIn(error, thread);
		});
	};
}
