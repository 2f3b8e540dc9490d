import type { JournalEntry, Step } from '../../../store/journal.ts';

type CollectedStep = Extract<Step, { type: 'collected' }>;

/** So many turns in a row look for files that an earlier one has left, when none of them gets one. */
const mostTries = 5;

/** How many turns in a row have left files in `/outputs` for a later one, after one more. A turn that got some begins anew. Pure. */
export function uncollectedAfter(before: number, { artifacts, rest }: CollectedStep): number {
	if (rest === undefined) return 0;
	return artifacts.length > 0 ? 1 : before + 1;
}

/** Whether a turn looks into `/outputs` that has done nothing there itself. Pure. */
export function isToLookAgain({ uncollected }: { readonly uncollected: number }): boolean {
	return uncollected > 0 && uncollected < mostTries;
}

/** Tells people and the Brain that `/outputs` was not looked into; one of the next turns does. Pure. */
export function notLookedInto(turn: string, why: string): CollectedStep {
	const refused = [{ name: '/outputs', reason: `${why}: what is new there is kept` }];
	return { turn, type: 'collected', artifacts: [], refused, rest: 'later' };
}

/** Whether anything of a turn, with these entries, can have changed files. Pure. */
export function hasUsedTools(entries: readonly JournalEntry[]): boolean {
	return entries.some(({ step }) => step.type === 'tool-started');
}
