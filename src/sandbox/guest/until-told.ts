/** Things that are told of, at most. */
const most = 1000;

/** Collects what was found when something was ended, until it is asked for. */
export interface UntilTold<T> {
	/** Of something that is still being ended it is there as soon as it is known. */
	add(found: Promise<readonly T[]>): void;
	/** Waits for all that was added; each thing is told once. */
	take(): Promise<readonly T[]>;
}

/** `keyOf` tells one thing from another. */
export function createUntilTold<T>(keyOf: (found: T) => unknown): UntilTold<T> {
	let known = new Map<unknown, T>();
	const adding = new Set<Promise<void>>();
	const note = (found: readonly T[]) => {
		for (const one of found) if (known.size < most && !known.has(keyOf(one))) known.set(keyOf(one), one);
	};
	return {
		add(found) {
			const added = found.then(note, () => {}).finally(() => adding.delete(added));
			adding.add(added);
		},
		async take() {
			await Promise.all(adding);
			const taken = [...known.values()];
			known = new Map();
			return taken;
		},
	};
}
