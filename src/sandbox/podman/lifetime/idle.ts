import type { LiveSandbox } from './live-sandbox.ts';

/** A session's sandbox, as it is looked at for whether anybody uses it. */
export interface Held {
	/** The session that it is for: its own, or that whose tools are tried in it. */
	readonly for: string;
	readonly live?: Pick<LiveSandbox, 'use'>;
	/** When it was last given out, ms since the epoch: whoever has it is about to use it. */
	readonly givenAt: number;
}

/** Whether it runs, nothing is to go on in it, and it was not used for so long. Pure. */
export function isIdle(held: Pick<Held, 'live' | 'givenAt'>, now: number, idleMs: number): boolean {
	return hasNoJobs(held) && isUnused(held, now, idleMs);
}

function isUnused({ live, givenAt }: Pick<Held, 'live' | 'givenAt'>, now: number, idleMs: number): boolean {
	const use = live?.use();
	return use !== undefined && !use.busy && now - Math.max(use.at, givenAt) >= idleMs;
}

function hasNoJobs({ live }: Pick<Held, 'live'>): boolean {
	return (live?.use().jobs ?? []).length === 0;
}

/** Whoever has just been given a sandbox is about to use it, ms. */
const graceMs = 2_000;

/** As things are when somebody waits for a place. */
interface Seen {
	readonly now: number;
	/** Places. */
	readonly most: number;
	readonly isNeeded: (session: string) => boolean;
}

/**
 * The session whose sandbox ends when another waits for a place: none that is worked on, and of the others whichever was used longest ago. Jobs keep
 * theirs as long as they have no more than half of the places. Pure.
 */
export function nextToGiveWay(all: ReadonlyMap<string, Held>, { now, most, isNeeded }: Seen): string | undefined {
	const withJobs = [...all.values()].filter((held) => !hasNoJobs(held)).length;
	const isFree = (held: Held) =>
		isUnused(held, now, graceMs) && !isNeeded(held.for) && (hasNoJobs(held) || withJobs > most / 2);
	const usedAt = ({ live, givenAt }: Held) => Math.max(live?.use().at ?? 0, givenAt);
	const free = [...all].filter(([, held]) => isFree(held));
	return free.toSorted(([, one], [, other]) => usedAt(one) - usedAt(other))[0]?.[0];
}
