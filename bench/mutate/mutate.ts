import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseTests } from './choose-tests.ts';
import { isNoticed } from './confirm.ts';
import { copyTree } from './copy-tree.ts';
import { findMutants } from './find-mutants.ts';
import { instrument } from './instrument.ts';
import { known } from './known.ts';
import type { Mutant } from './mutant.ts';
import { readSources, type Sources } from './reach.ts';
import type { Outcome, Result } from './report.ts';
import type { Place } from './run-vitest.ts';
import { sample } from './sample.ts';
import { reasonFor } from './survivors.ts';
import { tryAll } from './try-all.ts';
import { createVerdicts, type Verdicts } from './verdicts.ts';

/** A wish of the person's. */
export interface Wish {
	/** A folder or a file below `src/`. */
	readonly folder: string;
	/** At most so many mutants, drawn by the seed. */
	readonly most: number;
	readonly seed: number;
	/** No mutant is tried after so long, ms. */
	readonly limitMs: number;
	readonly patienceMs: number;
}

export interface MutateContext {
	readonly checkout: string;
	readonly signal: AbortSignal;
	say(line: string): void;
}

/** Of the time; in the rest what survived is tried again. */
const firstPart = 0.8;

/** Changes one place after the other in a copy of the checkout, and runs the tests that reach it. Rejects with the signal's reason. */
export async function mutate(wish: Wish, { checkout, signal, say }: MutateContext): Promise<readonly Result[]> {
	const until = Date.now() + wish.limitMs;
	const firstUntil = Date.now() + firstPart * wish.limitMs;
	await using copy = await copyTree(checkout);
	const sources = readSources(
		copy.root,
		copy.files.filter((file) => /^(src|tests|bench)\/.*\.ts$/.test(file)),
	);
	const targets = [...sources.keys()].filter((file) => file === wish.folder || file.startsWith(`${wish.folder}/`));
	if (targets.length === 0) throw new Error(`There is no source in ${wish.folder}: name a folder or a file below src/`);
	const mutants = sample(mutantsOf(sources, targets), wish.most, wish.seed);
	const tests = chooseTests(sources, targets);
	say(`${mutants.length} mutants in ${targets.length} files, and ${tests.length} test files that reach them`);
	await writeMutants(copy.root, sources, mutants);
	await shortenWaits(copy.root);
	const verdicts = createVerdicts();
	const attempt = { place: copy, tests, mutants, until: firstUntil, patienceMs: wish.patienceMs };
	await tryAll(attempt, verdicts, createProgress(mutants, verdicts, say), signal);
	const isCut = Date.now() >= firstUntil;
	for (const [file, why] of verdicts.red()) say(`  fails without a mutant, and is not used: ${file}: ${why}`);
	const results: Result[] = [];
	for (const mutant of mutants) {
		const outcome = await outcomeOf(mutant, verdicts, { place: copy, tests, until, isCut, signal });
		results.push({ mutant, outcome, reason: reasonFor(known, mutant) });
	}
	return results;
}

function mutantsOf(sources: Sources, targets: readonly string[]): readonly Mutant[] {
	const places = targets.flatMap((file) =>
		findMutants(file, sources.get(file) ?? '').map((place) => ({ ...place, file })),
	);
	return places.map((place, at) => ({ ...place, id: at + 1 }));
}

async function writeMutants(root: string, sources: Sources, mutants: readonly Mutant[]): Promise<void> {
	for (const [file, own] of Map.groupBy(mutants, (mutant) => mutant.file))
		await writeFile(join(root, file), instrument(sources.get(file) ?? '', own));
}

/** A test that waits in vain, as most do for a mutant, is not to wait for ten seconds. */
async function shortenWaits(root: string): Promise<void> {
	const path = join(root, 'tests/support/wait-for.ts');
	const text = await readFile(path, 'utf8').catch(() => undefined);
	if (text !== undefined) await writeFile(path, text.replace(/\bms = [\d_]+/, 'ms = 3000'));
}

interface Confirming {
	readonly place: Place;
	readonly tests: readonly string[];
	readonly until: number;
	/** Not all tests have met the mutants. */
	readonly isCut: boolean;
	readonly signal: AbortSignal;
}

/** One that survived is tried once more in a process of its own; one that is evaluated while its module loads only there. */
async function outcomeOf(mutant: Mutant, verdicts: Verdicts, confirming: Confirming): Promise<Outcome> {
	const { place, tests, until, isCut, signal } = confirming;
	const { noticedBy, reachedBy } = verdicts.of(mutant.id);
	if (noticedBy !== undefined) return 'noticed';
	if (!mutant.isStatic && reachedBy.length === 0) return isCut ? 'undecided' : 'not reached';
	if (reasonFor(known, mutant) !== undefined) return 'survived';
	if (Date.now() >= until) return 'undecided';
	const green = (mutant.isStatic ? tests : reachedBy).filter((file) => !verdicts.red().has(file));
	return (await isNoticed(place, mutant.id, green, signal))
		? 'noticed'
		: isCut && !mutant.isStatic
			? 'undecided'
			: 'survived';
}

/** Says once in a while how far it is. */
function createProgress(mutants: readonly Mutant[], verdicts: Verdicts, say: (line: string) => void): () => void {
	const everyMs = 15_000;
	let saidAt = Date.now();
	return () => {
		if (Date.now() - saidAt < everyMs) return;
		saidAt = Date.now();
		const noticed = mutants.filter(({ id }) => verdicts.of(id).noticedBy !== undefined).length;
		const reached = mutants.filter(({ id }) => verdicts.of(id).reachedBy.length > 0).length;
		say(`  ${noticed} noticed of ${reached} that a test came by; now in ${verdicts.file() ?? 'the first file'}`);
	};
}
