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
