import { setTimeout as delay } from 'node:timers/promises';

/** Asks `condition` every `everyMs` until it answers true. False when the time is over; rejects with the signal's reason. */
export async function waitUntil(
	condition: () => Promise<boolean>,
	{ everyMs, withinMs }: { readonly everyMs: number; readonly withinMs: number },
	signal: AbortSignal,
): Promise<boolean> {
	const end = performance.now() + withinMs;
	while (performance.now() < end) {
		signal.throwIfAborted();
		if (await condition()) return true;
		await delay(everyMs, undefined, { signal }).catch(() => signal.throwIfAborted());
	}
	return false;
}
