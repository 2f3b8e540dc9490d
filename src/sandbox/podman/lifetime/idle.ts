import type { LiveSandbox } from './live-sandbox.ts';

/** A session's sandbox, as it is looked at for whether anybody uses it. */
export interface Held {
	/** The session that it is for: its own, or that whose tools are tried in it. */
	readonly for: string;
	readonly live?: Pick<LiveSandbox, 'use'>;
	/** When it was last given out, ms since the epoch: whoever has it is about to use it. */
	readonly givenAt: number;
}

/** Whether it runs, and was not used for so long. Pure. */
export function isIdle({ live, givenAt }: Pick<Held, 'live' | 'givenAt'>, now: number, idleMs: number): boolean {
	const use = live?.use();
	return use !== undefined && !use.busy && now - Math.max(use.at, givenAt) >= idleMs;
}

/** Whoever has just been given a sandbox is about to use it, ms. */
const graceMs = 2_000;

/** The session whose sandbox ends when another waits for a place: none that is worked on, and of the others whichever was used longest ago. Pure. */
export function nextToGiveWay(
	all: ReadonlyMap<string, Held>,
	{ now, isNeeded }: { readonly now: number; readonly isNeeded: (session: string) => boolean },
): string | undefined {
	const idle = [...all].filter(([, held]) => isIdle(held, now, graceMs) && !isNeeded(held.for));
	const usedAt = ({ live, givenAt }: Held) => Math.max(live?.use().at ?? 0, givenAt);
	return idle.toSorted(([, one], [, other]) => usedAt(one) - usedAt(other))[0]?.[0];
}
