/** Remembers what was asked for; whoever asks while an answer is on its way gets the same one. */
export interface Cache<T> {
	/** What `load` resolved with for this key at most `ttlMs` ago. A failure is not remembered. */
	get(key: string, load: () => Promise<T>): Promise<T>;
}

interface Entry<T> {
	readonly value: Promise<T>;
	readonly until: number;
}

export interface CacheLimits {
	readonly ttlMs: number;
	/** The oldest entries beyond this many are forgotten. */
	readonly maxEntries: number;
	/** Milliseconds. */
	readonly now: () => number;
}

export function createCache<T>({ ttlMs, maxEntries, now }: CacheLimits): Cache<T> {
	const entries = new Map<string, Entry<T>>();
	const keep = (key: string, value: Promise<T>) => {
		const entry = { value, until: now() + ttlMs };
		entries.delete(key);
		entries.set(key, entry);
		value.catch(() => {
			if (entries.get(key) === entry) entries.delete(key);
		});
		const [oldest] = entries.keys();
		if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
	};
	return {
		get(key, load) {
			const known = entries.get(key);
			if (known !== undefined && now() < known.until) return known.value;
			const value = load();
			keep(key, value);
			return value;
		},
	};
}
