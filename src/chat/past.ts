import type { EarlierMessage } from './inbound.ts';
import type { Thread } from './thread.ts';

/** How many messages are left out; `unknown`: some, and nobody has counted them. */
export type LeftOut =
	| { readonly kind: 'none' | 'unknown' }
	| { readonly kind: 'exactly' | 'about'; readonly count: number };

/** A part of what was said in a thread: its beginning and its end. */
export interface Earlier {
	/** The message that the thread began with; more than that one only where the end could not be had in time. Empty: it is gone. */
	readonly first: readonly EarlierMessage[];
	/** Messages between the first and the newest. */
	readonly leftOut: LeftOut;
	/** Oldest first. */
	readonly newest: readonly EarlierMessage[];
}

/** A message among those of its thread. Its files are only named. */
export interface ThreadMessage extends Omit<EarlierMessage, 'person'> {
	/** Messages after it are asked for by this. */
	readonly id: string;
}

/** Messages of a thread that follow each other. */
export interface ThreadPage {
	/** Oldest first; may be empty where more follows. */
	readonly messages: readonly ThreadMessage[];
	/** The id after which it goes on; undefined: nothing more was said. */
	readonly next: string | undefined;
	/** About how many messages the thread has; undefined: its platform does not count them. */
	readonly total: number | undefined;
}

/** Reads what people said in a thread, whether they were heard or not. Rejects with a sentence for people. */
export interface Past {
	/** The message that the thread began with, and of those before the one whose key is `before` the newest: 50 at most. Undefined: of all. */
	earlier(thread: Thread, before: string | undefined, signal: AbortSignal): Promise<Earlier>;
	/** The messages after the one with the id `after`, as many as its platform gives at once; undefined: from the first one on. */
	page(thread: Thread, after: string | undefined, signal: AbortSignal): Promise<ThreadPage>;
}

/** Of a thread in which nothing was said. */
export const nothingEarlier: Earlier = { first: [], leftOut: { kind: 'none' }, newest: [] };

/** Of a platform where nobody talks without being heard. */
export const noPast: Past = {
	earlier: async () => nothingEarlier,
	page: async () => ({ messages: [], next: undefined, total: 0 }),
};

/** `count` more are left out. Pure. */
export function leftOutBesides(leftOut: LeftOut, count: number): LeftOut {
	if (count === 0 || leftOut.kind === 'unknown') return leftOut;
	return 'count' in leftOut ? { ...leftOut, count: leftOut.count + count } : { kind: 'exactly', count };
}
