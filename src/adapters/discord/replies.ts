import type { Clock } from '../../base/clock.ts';

/** An interaction that can still be answered: https://docs.discord.com/developers/interactions/receiving-and-responding, 15 minutes. */
export interface Reply {
	readonly application: string;
	readonly token: string;
	/** It was deferred and its first answer is to be an edit of that. */
	deferred: boolean;
	/** Its answer concerns everyone in the thread: it is said there, and the deferred answer is taken away. */
	readonly forAll?: boolean;
	/** Resolves when Discord has been given the first response; undefined: it has. Nothing else can be said before. */
	readonly ready?: Promise<void>;
}

/** Interactions by the key of what they brought in, for as long as they can be answered. */
export interface Replies {
	remember(key: string, reply: Reply): void;
	/** Undefined: none came by that key, or it is too late. */
	of(key: string): Reply | undefined;
}

/** A minute less than Discord gives. */
const lifeMs = 14 * 60_000;

export function createReplies({ now }: Pick<Clock, 'now'>): Replies {
	const known = new Map<string, { readonly reply: Reply; readonly until: number }>();
	return {
		remember(key, reply) {
			for (const [old, { until }] of known) if (until < now()) known.delete(old);
			known.set(key, { reply, until: now() + lifeMs });
		},
		of(key) {
			const found = known.get(key);
			return found && found.until >= now() ? found.reply : undefined;
		},
	};
}
