import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Place, runVitest } from './run-vitest.ts';

/** Test files that are run for one mutant; nearer ones come first. */
const mostFiles = 8;
const limitMs = 180_000;

/** Whether tests notice a mutant that is chosen for the whole of their process. */
export async function isNoticed(
	place: Place,
	mutant: number,
	tests: readonly string[],
	signal: AbortSignal,
): Promise<boolean> {
	const files = tests.slice(0, mostFiles);
	if (files.length === 0) return false;
	const plan = { files, results: join(place.root, 'one.jsonl'), alive: [], until: 0, patienceMs: 0 };
	await using running = await runVitest(place, plan, mutant);
	const done = new AbortController();
	const late = delay(limitMs, false, { signal: AbortSignal.any([signal, done.signal]) });
	const didPass = await Promise.race([running.ended, late]).finally(() => done.abort());
	late.catch(() => undefined);
	return !didPass;
}
