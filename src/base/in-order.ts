/** Runs what has the same key one after another, in the order of the calls; a rejection does not stop the next. */
export type InOrder = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A set of such queues. One that is empty takes no room. */
export function createInOrder(): InOrder {
	const last = new Map<string, Promise<unknown>>();
	return (key, work) => {
		const done = (last.get(key) ?? Promise.resolve()).then(work);
		const ended = done.then(
			() => undefined,
			() => undefined,
		);
		last.set(key, ended);
		void ended.then(() => {
			if (last.get(key) === ended) last.delete(key);
		});
		return done;
	};
}
