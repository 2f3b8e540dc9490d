/** Who asks for one of a few places. */
export interface Asker {
	/** Nobody asks twice under one. */
	readonly id: string;
	/** Whose share it is: places are given out evenly over these, and in each over its people. */
	readonly place: string;
	readonly person: string;
	/** When the asking began, ms since the epoch. */
	readonly since: number;
}

export interface Waiter extends Asker {
	/** How many that came later were let in before it. */
	readonly passed: number;
}

/** Who has a place and who waits for one. Pure data. */
export interface Line {
	readonly inside: ReadonlyMap<string, Asker>;
	/** The longest-waiting first. */
	readonly waiting: readonly Waiter[];
	/** The number of the newest admission of each place and person, of some hundreds of them. */
	readonly served: ReadonlyMap<string, number>;
	readonly admissions: number;
}

export const emptyLine: Line = { inside: new Map(), waiting: [], served: new Map(), admissions: 0 };

/** So many that came later go before somebody at most: then waiting counts, and nothing else. */
export const mostPassed = 8;

/** Places and people whose last admission is remembered. */
const mostServed = 1_000;

/** The line with one more that waits. One who waits or is inside stays as they are. Pure. */
export function joined(line: Line, asker: Asker): Line {
	if (line.inside.has(asker.id) || line.waiting.some(({ id }) => id === asker.id)) return line;
	const behind = line.waiting.findIndex(({ since }) => since > asker.since);
	const at = behind === -1 ? line.waiting.length : behind;
	return { ...line, waiting: line.waiting.toSpliced(at, 0, { ...asker, passed: 0 }) };
}

/** The line without this one, who waits or is inside. Pure. */
export function left(line: Line, id: string): Line {
	const inside = new Map(line.inside);
	inside.delete(id);
	return { ...line, inside, waiting: line.waiting.filter((one) => one.id !== id) };
}

/**
 * Who is to be let in next: whoever was passed often enough; else somebody of the place that has least inside, or, where that is the same, was
 * served longest ago; of it, the person for whom the same holds; of theirs, whoever waits longest. Pure.
 */
export function nextIn(line: Line): Waiter | undefined {
	const overdue = line.waiting.find(({ passed }) => passed >= mostPassed);
	if (overdue) return overdue;
	const rank = rankIn(line);
	const ranked = line.waiting.map((waiter) => ({ waiter, rank: rank(waiter) }));
	return ranked.reduce<(typeof ranked)[number] | undefined>(
		(best, one) => (best && compareRanks(best.rank, one.rank) <= 0 ? best : one),
		undefined,
	)?.waiter;
}

/** The line once this one who waits has been let in. Pure. */
export function admitted(line: Line, id: string): Line {
	const at = line.waiting.findIndex((one) => one.id === id);
	const waiter = line.waiting[at];
	if (!waiter) return line;
	const { passed: _passed, ...asker } = waiter;
	const before = line.waiting.slice(0, at).map((one) => ({ ...one, passed: one.passed + 1 }));
	const admissions = line.admissions + 1;
	return {
		inside: new Map([...line.inside, [id, asker]]),
		waiting: [...before, ...line.waiting.slice(at + 1)],
		served: servedAfter(line, asker, admissions),
		admissions,
	};
}

/** The ids of the first `most` in the order in which they would be let in if nobody came or went. Pure. */
export function orderOf(line: Line, most: number): readonly string[] {
	const order: string[] = [];
	for (let now = line; order.length < most; ) {
		const next = nextIn(now);
		if (!next) break;
		order.push(next.id);
		now = admitted(now, next.id);
	}
	return order;
}

type Rank = readonly number[];

function rankIn({ inside, served }: Line): (waiter: Asker) => Rank {
	const counts = new Map<string, number>();
	for (const asker of inside.values()) for (const key of keysOf(asker)) counts.set(key, (counts.get(key) ?? 0) + 1);
	return (waiter) => keysOf(waiter).flatMap((key) => [counts.get(key) ?? 0, served.get(key) ?? 0]);
}

function compareRanks(one: Rank, other: Rank): number {
	const at = one.findIndex((value, index) => value !== other[index]);
	return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** A person counts in each place apart. */
function keysOf({ place, person }: Asker): readonly [string, string] {
	return [`place ${place}`, `person ${place.length} ${place} ${person}`];
}

/** The oldest are forgotten when there are too many: their owners count as never served. */
function servedAfter({ served }: Line, asker: Asker, admissions: number): ReadonlyMap<string, number> {
	const next = new Map(served);
	for (const key of keysOf(asker)) {
		next.delete(key);
		next.set(key, admissions);
	}
	for (const key of next.keys()) {
		if (next.size <= mostServed) break;
		next.delete(key);
	}
	return next;
}
