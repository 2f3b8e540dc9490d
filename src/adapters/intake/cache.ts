import { createRecent } from './recent.ts';

/** Remembers what was asked for; whoever asks while an answer is on its way gets that one. */
export interface Cache<T> {
	/** What `load` resolved with for this key at most `ttlMs` ago. A failure is not remembered. */
	get(key: string, load: () => Promise<T>): Promise<T>;
	/** Remembers what was learned without asking. */
	keep(key: string, value: T): void;
}

export interface CacheLimits {
	readonly ttlMs: number;
	/** The oldest entries beyond this many are forgotten. */
	readonly maxEntries: number;
	/** Milliseconds. */
	readonly now: () => number;
}

export function createCache<T>({ ttlMs, maxEntries, now }: CacheLimits): Cache<T> {
	const entries = createRecent<{ readonly value: Promise<T>; readonly until: number }>(maxEntries);
	const add = (key: string, value: Promise<T>) => {
		const entry = { value, until: now() + ttlMs };
		entries.remember(key, entry);
		return entry;
	};
	return {
		get(key, load) {
			const known = entries.of(key);
			if (known && now() < known.until) return known.value;
			const entry = add(key, load());
			entry.value.catch(() => {
				if (entries.of(key) === entry) entries.forget(key);
			});
			return entry.value;
		},
		keep(key, value) {
			add(key, Promise.resolve(value));
		},
	};
}
