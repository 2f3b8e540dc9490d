import { createHash } from 'node:crypto';

/** Something that somebody wrote to a pull request, or wrote anew. */
export interface Remark {
	/** `comment 12`: all versions of it have this one. */
	readonly id: string;
	/** When it was written or changed: ISO 8601. */
	readonly at: string;
	/** Tells one version from another beside the time, which hosts give in seconds. */
	readonly version: string;
}

/**
 * How far back is looked each time, ms: hosts show a remark later than its time says, where it was written while they were asked, and times have no parts of a
 * second.
 */
const overlapMs = 120_000;
/** Of remarks in that time. */
const mostKnown = 200;

/** Up to where remarks were told, and which of the last ones. */
export interface Told {
	/** ms since the epoch; 0: nothing was. */
	readonly until: number;
	readonly known: ReadonlySet<string>;
}

/** Reads what `writeTold` wrote; whatever else it is counts as nothing. Pure. */
export function readTold(mark: string | undefined): Told {
	const [time = '', keys = ''] = (mark ?? '').split('#');
	const until = Date.parse(time);
	return Number.isFinite(until)
		? { until, known: new Set(keys.split(',').filter(Boolean)) }
		: { until: 0, known: new Set() };
}

export function writeTold({ until, known }: Told): string {
	return `${new Date(until).toISOString()}#${[...known].join(',')}`;
}

/** From when on a host is to be asked; undefined: for all. Pure. */
export function sinceOf({ until }: Told): string | undefined {
	return until === 0 ? undefined : new Date(until - overlapMs).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Whether it may still be to be told. Pure. */
export function isUntold(remark: Remark, { until, known }: Told): boolean {
	return timeOf(remark) >= until - overlapMs && !known.has(keyOf(remark));
}

export interface Untold<T> {
	/** Oldest first. */
	readonly remarks: readonly T[];
	/** As it is once these are told. */
	readonly told: Told;
}

/**
 * Which of these were not told yet, oldest first, until `most` of them `count`; what is left comes next time, as the time goes on no further than they do.
 * Pure.
 */
export function untold<T extends Remark>(
	all: readonly T[],
	before: Told,
	most: number,
	counts: (remark: T) => boolean,
): Untold<T> {
	const isIn = (remark: T, until: number): boolean => timeOf(remark) >= until - overlapMs;
	const fresh = all.filter((remark) => isUntold(remark, before));
	const ordered = fresh.toSorted((one, other) => timeOf(one) - timeOf(other) || one.id.localeCompare(other.id));
	const end = ordered.filter(counts)[most];
	const remarks = end === undefined ? ordered : ordered.slice(0, ordered.indexOf(end));
	const until = remarks.reduce((last, remark) => Math.max(last, timeOf(remark)), before.until);
	const left = new Set(ordered.slice(remarks.length));
	const recent = all.filter((remark) => isIn(remark, until) && !left.has(remark));
	const keys = [...recent.filter(counts), ...recent.filter((remark) => !counts(remark))].map(keyOf);
	return { remarks, told: { until, known: new Set([...keys, ...before.known].slice(0, mostKnown)) } };
}

function timeOf({ at }: Remark): number {
	return Date.parse(at);
}

function keyOf({ id, at, version }: Remark): string {
	return createHash('sha256')
		.update(JSON.stringify([id, at, version]))
		.digest('hex')
		.slice(0, 10);
}
