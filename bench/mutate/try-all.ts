import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { happenedSchema, type Plan } from './in-worker/plan.ts';
import type { Mutant } from './mutant.ts';
import { type Place, runVitest } from './run-vitest.ts';
import type { Verdicts } from './verdicts.ts';

/** A process from which nothing was heard for so long hangs, ms. */
const silentMs = 45_000;
/** Between two looks at what has happened, ms. */
const lookMs = 500;

export interface Attempt {
	readonly place: Place;
	readonly tests: readonly string[];
	readonly mutants: readonly Mutant[];
	readonly until: number;
	readonly patienceMs: number;
}

/** Tries all mutants that can be chosen while a process runs, in one process; in another one from where the former has hung. */
export async function tryAll(
	attempt: Attempt,
	verdicts: Verdicts,
	onLook: () => void,
	signal: AbortSignal,
): Promise<void> {
	let files = attempt.tests;
	/** One of them has stopped a process, nobody knows which: they are tried alone. */
	const suspects = new Set<number>();
	while (files.length > 0 && Date.now() < attempt.until) {
		signal.throwIfAborted();
		const alive = waitingIn(attempt, verdicts, suspects);
		const isOver = await tryIn({ ...attempt, tests: files }, alive, verdicts, onLook, signal);
		if (isOver) return;
		for (const id of verdicts.trying()) suspects.add(id);
		// A file that stops a process by itself is left out.
		const isOwn = waitingIn(attempt, verdicts, suspects).length === alive.length;
		files = files.slice(Math.max(0, files.indexOf(verdicts.file() ?? '')) + (isOwn ? 1 : 0));
	}
}

/** The mutants that a process with others may try. */
function waitingIn({ mutants }: Attempt, verdicts: Verdicts, suspects: ReadonlySet<number>): readonly Mutant[] {
	return mutants.filter(({ id, isStatic }) => !isStatic && !suspects.has(id) && !verdicts.of(id).noticedBy);
}

/** False when the process has hung, or ended before its time. */
async function tryIn(
	{ place, tests, until, patienceMs }: Attempt,
	alive: readonly Mutant[],
	verdicts: Verdicts,
	onLook: () => void,
	signal: AbortSignal,
): Promise<boolean> {
	const plan: Plan = {
		files: [...tests],
		results: join(place.root, 'results.jsonl'),
		alive: alive.map(({ id }) => id),
		until,
		patienceMs,
	};
	verdicts.add({ type: 'none tried' });
	await writeFile(plan.results, '');
	await using running = await runVitest(place, plan);
	let isOver = false;
	void running.ended.then(() => {
		isOver = true;
	});
	let read = 0;
	for (let heardAt = Date.now(); Date.now() - heardAt < silentMs; ) {
		const wasOver = isOver;
		const lines = (await readFile(plan.results, 'utf8')).split('\n').slice(0, -1);
		for (const line of lines.slice(read)) verdicts.add(happenedSchema.parse(JSON.parse(line)));
		if (lines.length > read) heardAt = Date.now();
		read = lines.length;
		onLook();
		if (wasOver) return !lines.at(-1)?.includes('"none tried"') && verdicts.trying().length === 0;
		await delay(lookMs, undefined, { signal });
	}
	return false;
}
