/** Items that wait for one reader. Whoever gives it says how much it holds at most. */
export interface Backlog<In, Out> {
	push(item: In): void;
	/** The oldest that waits; undefined where nothing does. */
	shift(): Out | undefined;
}

/** One source for any number of readers, each at its own pace. */
export interface Broadcast<T> {
	/** Reads the items that come from now on. It ends when the source does, however that ends. */
	read<Out>(backlog: Backlog<T, Out>): AsyncGenerator<Out, void>;
	/** Settles as the source does. */
	readonly ended: Promise<void>;
}

interface Reader<T> {
	push(item: T): void;
	wake(): void;
}

/** Runs `source` to its end as fast as it goes: no reader holds it up, whether it reads, stops reading or never begins to. */
export function broadcast<T>(source: AsyncIterable<T>): Broadcast<T> {
	const readers = new Set<Reader<T>>();
	let isOver = false;
	const ended = forward().finally(() => {
		isOver = true;
		for (const reader of readers) reader.wake();
	});
	ended.catch(() => undefined);

	async function forward(): Promise<void> {
		for await (const item of source) {
			for (const reader of readers) {
				reader.push(item);
				reader.wake();
			}
		}
	}

	function read<Out>(backlog: Backlog<T, Out>): AsyncGenerator<Out, void> {
		let woken = Promise.withResolvers<void>();
		const reader = { push: backlog.push, wake: () => woken.resolve() };
		readers.add(reader);
		async function* drain(): AsyncGenerator<Out, void> {
			try {
				for (;;) {
					woken = Promise.withResolvers();
					for (let next = backlog.shift(); next !== undefined; next = backlog.shift()) yield next;
					if (isOver) return;
					await woken.promise;
				}
			} finally {
				readers.delete(reader);
			}
		}
		return drain();
	}

	return { ended, read };
}
