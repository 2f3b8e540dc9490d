/** Runs what it is given one after another, in the order of the calls; a rejection does not stop the next. */
export type Serial = <T>(work: () => Promise<T>) => Promise<T>;

/** A queue of its own. */
export function createSerial(): Serial {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const done = last.then(work);
		last = done.catch(() => undefined);
		return done;
	};
}

/** Queues by key, which do not wait for each other. One in which nothing is done takes no room. */
export interface Serials {
	/** As a `Serial` of that key. */
	inOrder<T>(key: string, work: () => Promise<T>): Promise<T>;
	/** Those in which something is done, or waits. */
	size(): number;
}

export function createSerials(): Serials {
	const last = new Map<string, Promise<unknown>>();
	return {
		inOrder(key, work) {
			const done = (last.get(key) ?? Promise.resolve()).then(work);
			const ended = done
				.catch(() => undefined)
				.finally(() => {
					if (last.get(key) === ended) last.delete(key);
				});
			last.set(key, ended);
			return done;
		},
		size: () => last.size,
	};
}
