import { setTimeout as delay } from 'node:timers/promises';

type Outcome<T> = T | undefined | false;

/**
 * Resolves with the first truthy outcome of `condition`, asked about every 10 ms; rejects, naming `what`, when there was none within `ms`. A
 * function names it as it is then.
 */
export async function waitFor<T>(
	condition: () => Outcome<T> | Promise<Outcome<T>>,
	what: string | (() => string),
	ms = 30_000,
): Promise<T> {
	const end = performance.now() + ms;
	for (;;) {
		const outcome = await condition();
		if (outcome !== undefined && outcome !== false) return outcome;
		if (performance.now() > end)
			throw new Error(`Waited ${ms} ms in vain for ${typeof what === 'string' ? what : what()}`);
		await delay(10);
	}
}
