import type { Thread } from '../../store/inbound.ts';
import { createSerial, type Serial } from '../../store/serial.ts';

/** Does what depends on which session a thread is bound to, or changes it, one after another in each thread. */
export type InThread = <T>(thread: Thread, work: () => Promise<T>) => Promise<T>;

/** A thread in which nothing is done takes no room. */
export function createInThread(): InThread {
	const queues = new Map<string, { readonly serial: Serial; users: number }>();
	return async ({ platform, id }, work) => {
		const key = `${platform}/${id}`;
		const queue = queues.get(key) ?? { serial: createSerial(), users: 0 };
		queues.set(key, queue);
		queue.users += 1;
		try {
			return await queue.serial(work);
		} finally {
			queue.users -= 1;
			if (queue.users === 0) queues.delete(key);
		}
	};
}
