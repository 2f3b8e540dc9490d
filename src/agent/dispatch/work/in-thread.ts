import { createSerials } from '../../../base/serial.ts';
import type { Thread } from '../../../chat/thread.ts';

/** Does what depends on which session a thread is bound to, or changes it, one after another in each thread. */
export type InThread = <T>(thread: Thread, work: () => Promise<T>) => Promise<T>;

export function createInThread(): InThread {
	const serials = createSerials();
	return ({ platform, id }, work) => serials.inOrder(`${platform}/${id}`, work);
}
