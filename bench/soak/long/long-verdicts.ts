import type { JournalEntry } from '../../../src/store/journal.ts';
import type { Verdict } from '../verdicts.ts';

/** One turn, when it has ended. */
export interface TurnFacts {
	readonly turn: number;
	readonly ms: number;
	readonly answered: boolean;
	/** As the thread was told. */
	readonly ended: string;
	/** The longest request of it, in characters. */
	readonly longest: number;
	/** Megabytes in use, every now and then. */
	readonly heap: number | undefined;
}

export interface LongOutcome {
	readonly turns: readonly TurnFacts[];
	readonly entries: readonly JournalEntry[];
	/** Facts that were said and are not known in the end. */
	readonly lost: readonly string[];
}

/** Twenty of 2,000 turns. */
const turnsEach = 100;
/** Flat is what has grown by no more than this, where it is not noise. */
const mostGrowth = 1.5;
const noise = { ms: 20, megabytes: 20 };

/** Pure. */
export function judgeLong({ turns, entries, lost }: LongOutcome): Verdict[] {
	const made = entries.filter(({ step }) => step.type === 'compacted' && step.by !== 'masked').length;
	const wanted = Math.floor(turns.length / turnsEach);
	return [
		{ name: 'turns-failed', unit: 'turns', offenders: turns.filter(({ ended }) => ended !== 'ended done').map(failed) },
		{ name: 'turns-unanswered', unit: 'turns', offenders: turns.filter(({ answered }) => !answered).map(failed) },
		{ name: 'facts-lost', unit: 'facts', offenders: lost },
		{ name: 'compactions-missing', unit: 'compactions', offenders: missing(made, wanted) },
		{ name: 'turns-slower', unit: 'medians', offenders: grown('ms', medians(turns), noise.ms) },
		{ name: 'memory-grown', unit: 'measures', offenders: grown('MB', heaps(turns), noise.megabytes) },
	];
}

function failed({ turn, ended }: TurnFacts): string {
	return `turn ${turn}: ${ended}`;
}

function missing(made: number, wanted: number): string[] {
	return made < wanted ? [`${made} of ${wanted}`] : [];
}

type Span = readonly [early: number, late: number];

function grown(unit: string, [early, late]: Span, least: number): string[] {
	return late > mostGrowth * early && late - early > least ? [`from ${early} to ${late} ${unit}`] : [];
}

function medians(turns: readonly TurnFacts[]): Span {
	return [medianOf(earlyIn(turns)), medianOf(lateIn(turns))];
}

/** The second measure: the first one is of what was just loaded. */
function heaps(turns: readonly TurnFacts[]): Span {
	const all = turns.flatMap(({ heap }) => heap ?? []);
	return [all[1] ?? 0, all.at(-1) ?? 0];
}

/** The second tenth: in the first one everything is loaded. Pure. */
export function earlyIn(turns: readonly TurnFacts[]): readonly TurnFacts[] {
	return turns.slice(Math.floor(turns.length / 10), Math.ceil(turns.length / 5));
}

/** Pure. */
export function lateIn(turns: readonly TurnFacts[]): readonly TurnFacts[] {
	return turns.slice(-Math.ceil(turns.length / 10));
}

/** Pure. */
export function medianOf(turns: readonly TurnFacts[]): number {
	const sorted = turns.map(({ ms }) => ms).toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
