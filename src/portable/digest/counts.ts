/** How often each thing came, by its name. */
export type Tally = Readonly<Record<string, number>>;

/**
 * Counts over some days, and nothing else: nobody's words, names, ids or files. Every name in it is one of ours: how a turn ends, a class of errors, a check of
 * the forge.
 */
export interface Counts {
	readonly sessions: number;
	/** Turns by their outcome: `done`, `stopped`, `failed`. */
	readonly turns: Tally;
	/** Failed turns by the class of what failed. */
	readonly failures: Tally;
	/** Tries of the forge by what came of them: `passed`, `doubted`, or the check that refused. */
	readonly tries: Tally;
	/** Tools that are set aside now, for they failed too often; of all. */
	readonly quarantined: number;
	readonly tools: number;
	/** Thumbs, by `good` and `bad`. */
	readonly thumbs: Tally;
	/** How long finished turns took that waited for nobody, ms. */
	readonly took: readonly number[];
}

export const noCounts: Counts = {
	sessions: 0,
	turns: {},
	failures: {},
	tries: {},
	quarantined: 0,
	tools: 0,
	thumbs: {},
	took: [],
};

/** All of both. Pure. */
export function sum(one: Counts, other: Counts): Counts {
	return {
		sessions: one.sessions + other.sessions,
		turns: added(one.turns, other.turns),
		failures: added(one.failures, other.failures),
		tries: added(one.tries, other.tries),
		quarantined: one.quarantined + other.quarantined,
		tools: one.tools + other.tools,
		thumbs: added(one.thumbs, other.thumbs),
		took: one.took.concat(other.took),
	};
}

/** Counts names. Pure. */
export function tallied(names: readonly string[]): Tally {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return Object.fromEntries(counts);
}

function added(one: Tally, other: Tally): Tally {
	const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
	return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}
