import type { Thread } from '../../../chat/thread.ts';

/** Does what depends on which session a thread is bound to, or changes it, one after another in each thread. */
export type InThread = <T>(thread: Thread, work: () => Promise<T>) => Promise<T>;

/** A thread in which nothing is done takes no room. */
export function createInThread(): InThread {
	const last = new Map<string, Promise<unknown>>();
	return async ({ platform, id }, work) => {
		const key = `${platform}/${id}`;
		const done = (last.get(key) ?? Promise.resolve()).then(work);
		const ended = done.catch(() => undefined);
		last.set(key, ended);
		try {
			return await done;
		} finally {
			if (last.get(key) === ended) last.delete(key);
		}
	};
}
