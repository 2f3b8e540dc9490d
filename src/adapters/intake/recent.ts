/** What is remembered by its key while there is room: what was remembered longest ago goes first. */
export interface Recent<T> {
	remember(key: string, value: T): void;
	of(key: string): T | undefined;
	forget(key: string): void;
}

export function createRecent<T>(most: number): Recent<T> {
	const known = new Map<string, T>();
	return {
		remember(key, value) {
			known.delete(key);
			known.set(key, value);
			const [oldest] = known.keys();
			if (known.size > most && oldest !== undefined) known.delete(oldest);
		},
		of: (key) => known.get(key),
		forget: (key) => void known.delete(key),
	};
}
