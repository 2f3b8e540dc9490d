import { messageOf } from '../../../base/errors.ts';
import type { Pacing } from '../work/pacing.ts';
import { type Trouble, troubleOf } from './trouble-of.ts';

/** A session that could not be worked on, and when it is looked at next. Times in milliseconds since 1970. */
export interface Unfinished {
	readonly session: string;
	readonly trouble: Trouble;
	/** One sentence. */
	readonly why: string;
	readonly since: number;
	readonly failedAt: number;
	readonly tries: number;
	/** Undefined: not before something comes in, or the next start. */
	readonly at: number | undefined;
	/** It was told that it takes long. */
	readonly told: boolean;
}

/** The sessions with something unfinished that could not be done, in this process. */
export interface Troubles {
	of(session: string): Unfinished | undefined;
	keep(unfinished: Unfinished): void;
	clear(session: string): void;
	all(): readonly Unfinished[];
}

export function createTroubles(): Troubles {
	const known = new Map<string, Unfinished>();
	return {
		of: (session) => known.get(session),
		keep: (unfinished) => void known.set(unfinished.session, unfinished),
		clear: (session) => void known.delete(session),
		all: () => [...known.values()],
	};
}

export interface Failure {
	readonly session: string;
	readonly error: unknown;
	readonly now: number;
	/** From 0 to 1: what keeps many from coming at once. */
	readonly random: number;
}

/** A session after a failure: when it is tried again, and how often it was. Pure. */
export function afterFailure(
	former: Unfinished | undefined,
	{ session, error, now, random }: Failure,
	pacing: Pacing,
): Unfinished {
	const trouble = troubleOf(error);
	const since = Math.min(former?.since ?? now, now);
	const tries = (former?.tries ?? 0) + 1;
	const told = former?.told === true || now - since >= pacing.tellMs;
	const isParked = trouble.kind === 'gone' || now - since >= pacing.parkMs;
	const at = isParked ? undefined : now + pauseMs(tries, random, pacing);
	return { session, trouble, why: messageOf(error), since, failedAt: now, tries, at, told };
}

/** Doubled with each try, from four fifths to six fifths of that. Pure. */
export function pauseMs(tries: number, random: number, { retryMs: [least, most] }: Pacing): number {
	return Math.min(most, least * 2 ** Math.min(tries - 1, 30)) * (0.8 + 0.4 * random);
}
