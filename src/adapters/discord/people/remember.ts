/** Remembers what was asked for; whoever asks while an answer is on its way gets the same one. */
export interface Memory<T> {
	/** What `load` resolved with for this key at most `ttlMs` ago. A failure is not remembered. */
	get(key: string, load: () => Promise<T>): Promise<T>;
	/** Remembers what was learned without asking. */
	keep(key: string, value: T): void;
}

export interface MemoryLimits {
	readonly ttlMs: number;
	/** The oldest entries beyond this many are forgotten. */
	readonly maxEntries: number;
	/** Milliseconds. */
	readonly now: () => number;
}

export function createMemory<T>({ ttlMs, maxEntries, now }: MemoryLimits): Memory<T> {
	const entries = new Map<string, { readonly value: Promise<T>; readonly until: number }>();
	const add = (key: string, value: Promise<T>) => {
		const entry = { value, until: now() + ttlMs };
		entries.delete(key);
		entries.set(key, entry);
		const [oldest] = entries.keys();
		if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
		return entry;
	};
	return {
		get(key, load) {
			const known = entries.get(key);
			if (known && now() < known.until) return known.value;
			const entry = add(key, load());
			entry.value.catch(() => {
				if (entries.get(key) === entry) entries.delete(key);
			});
			return entry.value;
		},
		keep(key, value) {
			add(key, Promise.resolve(value));
		},
	};
}
