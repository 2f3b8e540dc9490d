import { setTimeout as sleep } from 'node:timers/promises';

/** How often and how long apart a request is tried. */
export interface RetryPolicy {
	/** Tries in all, the first included. */
	readonly tries: number;
	/** Wait before the second try; doubled for each further one. */
	readonly baseMs: number;
	/** Longest wait of our own choosing. */
	readonly maxMs: number;
	/** Longest wait that a server may ask for; if it asks for more, the call fails at once. */
	readonly maxAskedMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { tries: 4, baseMs: 500, maxMs: 8_000, maxAskedMs: 60_000 };

/** The wait before the next try in milliseconds, or undefined when there is none. `tried` counts the tries made. */
export function nextWait(
	policy: RetryPolicy,
	{
		tried,
		askedMs,
		random,
	}: { readonly tried: number; readonly askedMs?: number | undefined; readonly random: number },
): number | undefined {
	if (tried >= policy.tries) return undefined;
	if (askedMs !== undefined) return askedMs > policy.maxAskedMs ? undefined : Math.ceil(askedMs);
	// Half of it is chance, so that sessions which failed together do not come back together.
	return Math.round(Math.min(policy.maxMs, policy.baseMs * 2 ** (tried - 1)) * (0.5 + random / 2));
}

/** Waits; rejects with the signal's own reason when it aborts. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
	try {
		await sleep(ms, undefined, { signal });
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	}
}
