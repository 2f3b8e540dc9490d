import { type ToolCase, trialKey } from '../draft/cases.ts';
import type { ForgeRun } from '../run/forge-run.ts';
import { isUsedUp, openTry, reopened, type Try } from '../run/tries.ts';
import { type Doubt, isSameDoubt } from './doubt.ts';

/** A draft that keeps all that the order says, with the doubts that are left of it. */
interface Doubting {
	readonly one: Try;
	readonly doubts: readonly Doubt[];
}

/** Drafts that must give the same other result before a test is on trial. */
const enough = 2;

/**
 * Tests and drafts judge each other, as in CodeT (Chen et al., arXiv 2207.10397): what several drafts that do not know of each other agree on against a
 * test puts the test on trial. The first time the Brain is asked; after that such tests are dropped, unless too much would hang on it. A draft
 * whose doubts are all settled is open again. Pure.
 */
export function weigh(run: ForgeRun): { readonly kind: 'goes-on' | 'disputed'; readonly run: ForgeRun } {
	if (openTry(run)) return { kind: 'goes-on', run };
	const doubting = doubtingIn(run);
	const free = doubting.find(({ doubts }) => doubts.length === 0);
	if (free) return { kind: 'goes-on', run: reopened(run, free.one) };
	const [backed] = doubting
		.filter(({ doubts }) => isUsedUp(run) || doubts.every((doubt) => isOnTrial(doubt, run)))
		.toSorted((one, other) => one.doubts.length - other.doubts.length);
	if (!backed) return { kind: 'goes-on', run };
	if (run.dispute === undefined) return { kind: 'disputed', run: withDispute(run, backed) };
	return { kind: 'goes-on', run: mayDrop(backed, run) ? weigh(dropping(run, backed)).run : run };
}

function doubtingIn({ tries, dropped = [] }: ForgeRun): readonly Doubting[] {
	return tries.flatMap((one) =>
		one.doubts && !one.refused ? [{ one, doubts: one.doubts.filter(({ test }) => !dropped.includes(test)) }] : [],
	);
}

/** The drafts that say the same against a test, and those that keep it. */
function votesOn(doubt: Doubt, { tries }: ForgeRun): { readonly against: number; readonly kept: number } {
	const all = tries.flatMap(({ doubts, refused }) => (doubts && !refused ? [doubts] : []));
	return {
		against: all.filter((doubts) => doubts.some((one) => isSameDoubt(one, doubt))).length,
		kept: all.filter((doubts) => !doubts.some(({ test }) => test === doubt.test)).length,
	};
}

function isOnTrial(doubt: Doubt, run: ForgeRun): boolean {
	const { against, kept } = votesOn(doubt, run);
	return against >= enough && against > kept;
}

/** The run with what the Brain is asked: of what is on trial, the test that most samples have. */
function withDispute(run: ForgeRun, { doubts }: Doubting): ForgeRun {
	const [most, ...others] = doubts.toSorted((one, other) => samplesOf(other, run) - samplesOf(one, run));
	if (!most) return run;
	const dispute = { ...most, drafts: votesOn(most, run).against, with: others.map(({ test }) => test) };
	return { ...run, outcome: 'disputed', dispute };
}

function samplesOf({ test }: Doubt, { tests = [] }: ForgeRun): number {
	return tests.find((one) => trialKey(one) === test)?.samples ?? 1;
}

/**
 * Whether tests may be dropped though nobody has said that they are wrong: each has more drafts against it than samples for it, and most of what the
 * Coder has made up is kept. Else nothing would be left that has proved the draft.
 */
function mayDrop(backed: Doubting, run: ForgeRun): boolean {
	const outvoted = backed.doubts.every((doubt) => votesOn(doubt, run).against > samplesOf(doubt, run));
	return outvoted && keepsMost(backed.doubts, run);
}

/** Whether a draft with these doubts keeps most of the Coder's tests. Pure. */
export function keepsMost(doubts: readonly Pick<Doubt, 'test'>[], { tests = [] }: ForgeRun): boolean {
	const made = new Set(tests.filter(({ from }) => from === 'coder').map(trialKey));
	return doubts.length <= 1 || 2 * doubts.length <= made.size;
}

function dropping(run: ForgeRun, { doubts }: Doubting): ForgeRun {
	return { ...run, dropped: [...(run.dropped ?? []), ...doubts.map(({ test }) => test)] };
}

/** The tests that count. Pure. */
export function countingTests(tests: readonly ToolCase[], { dropped = [] }: ForgeRun): readonly ToolCase[] {
	return dropped.length === 0
		? tests
		: tests.filter((test) => !(test.from === 'coder' && dropped.includes(trialKey(test))));
}

/** A test of the Coder's with a note where a second draft, too, gave what it expects: only such a one binds a repair. Pure. */
export function withAgreement(test: ToolCase, { tries }: ForgeRun): ToolCase {
	const key = trialKey(test);
	const keeps = ({ doubts, refused }: Try) => doubts && !refused && !doubts.some((one) => one.test === key);
	return test.from === 'coder' && tries.some(keeps) ? { ...test, agreed: true } : test;
}
