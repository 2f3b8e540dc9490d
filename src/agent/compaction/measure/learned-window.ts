import { z } from 'zod';
import { kept } from '../../../base/kept.ts';

const tokens = z.number().int().positive();
const at = z.iso.datetime();

/** Learned of the window of one model at one endpoint, over restarts: what it refused, and the longest request that it took. In tokens. */
export const learnedWindowSchema = kept({
	/** `limit`: it named its limit; `nothing`: it is a guess. */
	refused: kept({ tokens, names: z.enum(['limit', 'nothing']), at }).optional(),
	taken: kept({ tokens, at }).optional(),
});
export type LearnedWindow = z.infer<typeof learnedWindowSchema>;

/** Where nobody knows better: what local servers are mostly started with, or more. */
const usualWindow = 32_768;
/** Nothing goes with less: prompt and tools alone have about two thousand. */
const leastWindow = 1_024;
/** Servers are started anew, with a larger window or a smaller one: after a day it is tried again, at the price of one refusal. */
export const learnedMs = 86_400_000;

export interface KnownWindow {
	readonly tokens: number;
	/** `named`: by the setting, or the server's list; `refusal`: it took no more; `taken`: it took as many; `usual`: nobody has said. */
	readonly from: 'named' | 'refusal' | 'taken' | 'usual';
}

/** The window that is used, of which `named` is told. Pure. */
export function windowOf({ refused, taken }: LearnedWindow, named: number | undefined, now: number): KnownWindow {
	const limit = holds(refused, now) ? refused : undefined;
	if (limit && limit.tokens < (named ?? Number.POSITIVE_INFINITY)) return atLeast(limit.tokens, 'refusal');
	if (named !== undefined) return atLeast(named, 'named');
	// A limit that is old may be another one now, but a larger one than usual was there.
	const said = refused?.names === 'limit' ? refused.tokens : 0;
	const took = holds(taken, now) ? taken.tokens : 0;
	if (Math.max(said, took) <= usualWindow) return atLeast(usualWindow, 'usual');
	return said >= took ? atLeast(said, 'refusal') : atLeast(took, 'taken');
}

function atLeast(size: number, from: KnownWindow['from']): KnownWindow {
	return { tokens: Math.max(size, leastWindow), from };
}

/**
 * After a refusal of a request of about `sent` tokens. One that names no limit says nothing against what was taken today: it is about something
 * else, or our guess is too high. Pure.
 */
export function afterRefusal(
	{ refused, taken, ...rest }: LearnedWindow,
	{ sent, limit }: { readonly sent: number; readonly limit: number | undefined },
	now: number,
): LearnedWindow {
	const time = new Date(now).toISOString();
	// Some name the limit of something else: it cannot lie far above what was refused.
	if (limit !== undefined && limit >= leastWindow && limit < 2 * sent) {
		const still = taken && taken.tokens <= limit ? { taken } : {};
		return { ...rest, ...still, refused: { tokens: limit, names: 'limit', at: time } };
	}
	const guess = Math.max(1, Math.floor(0.9 * sent), takenToday({ taken }, now));
	const known = { ...rest, ...(taken && { taken }) };
	if (holds(refused, now) && refused.tokens <= guess) return { ...known, refused };
	return { ...known, refused: { tokens: guess, names: 'nothing', at: time } };
}

/**
 * After a request of so many tokens, by the server's count, was answered; itself where that tells nothing new. A limit that lies below is not
 * the server's any more. Pure.
 */
export function afterTaken(learned: LearnedWindow, counted: number, now: number): LearnedWindow {
	const { refused, taken } = learned;
	if (counted < leastWindow || (holds(taken, now) && counted <= taken.tokens)) return learned;
	const { refused: _refused, ...rest } = learned;
	const still = refused && stillRefused(refused, counted);
	return { ...rest, ...(still && { refused: still }), taken: { tokens: counted, at: new Date(now).toISOString() } };
}

type Refused = NonNullable<LearnedWindow['refused']>;

function stillRefused(refused: Refused, counted: number): Refused | undefined {
	if (refused.tokens >= counted) return refused;
	return refused.names === 'limit' ? undefined : { ...refused, tokens: counted };
}

/** Tokens of the longest request that was answered today; 0 where none is known. Pure. */
export function takenToday({ taken }: Pick<LearnedWindow, 'taken'>, now: number): number {
	return holds(taken, now) ? taken.tokens : 0;
}

/** Below this a longer request says too little more to be written down. */
const worthKeeping = 1.1;

/** Whether what is known now is worth another write. Pure. */
export function isWorthKeeping(kept: LearnedWindow, now: LearnedWindow): boolean {
	if (kept.refused?.tokens !== now.refused?.tokens || kept.refused?.at !== now.refused?.at) return true;
	if (!now.taken || !kept.taken) return now.taken !== undefined;
	const age = Date.parse(now.taken.at) - Date.parse(kept.taken.at);
	return now.taken.tokens >= worthKeeping * kept.taken.tokens || age >= learnedMs;
}

function holds<T extends { readonly at: string }>(one: T | undefined, now: number): one is T {
	if (!one) return false;
	const since = now - Date.parse(one.at);
	return since >= 0 && since < learnedMs;
}
