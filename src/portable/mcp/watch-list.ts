import { setInterval as every } from 'node:timers/promises';

/** How often the list is looked at, ms: some hundred file names, less than a hundredth of a CPU. */
const lookMs = 2_000;

/** Calls `changed` whenever `mark` answers something else than before, and resolves when the signal fires. Rejects when one of the two does. */
export async function watchList(
	mark: () => Promise<string>,
	changed: () => Promise<void>,
	signal: AbortSignal,
): Promise<void> {
	let last = await mark();
	try {
		for await (const _ of every(lookMs, undefined, { signal })) {
			const now = await mark();
			if (now !== last) await changed();
			last = now;
		}
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}
