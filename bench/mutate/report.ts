import type { Row } from '../row.ts';
import { type Mutant, titleOf } from './mutant.ts';

/** How it went with one mutant. */
export type Outcome = 'noticed' | 'survived' | 'not reached' | 'undecided';

export interface Result {
	readonly mutant: Mutant;
	readonly outcome: Outcome;
	/** Why it may survive. */
	readonly reason: string | undefined;
}

/** Whether somebody has to do something about it: write a test, or a reason. */
export function isOpen({ outcome, reason }: Result): boolean {
	return (outcome === 'survived' || outcome === 'not reached') && reason === undefined;
}

/** One row a file: how many mutants are open, of how many that were decided. */
export function mutationRows(results: readonly Result[]): readonly Row[] {
	const files = Map.groupBy(results, ({ mutant }) => mutant.file);
	return [...files].map(([name, all]) => {
		const tried = all.filter(({ outcome }) => outcome !== 'undecided').length;
		const value = all.filter(isOpen).length;
		const ratio = tried === 0 ? 0 : Number((value / tried).toPrecision(4));
		return {
			suite: 'mutate',
			name,
			value,
			unit: 'survivors',
			control: tried,
			ratio,
			goal: 'value <= 0',
			met: value === 0,
		};
	});
}

/** For people, at the end. */
export function summary(results: readonly Result[]): string {
	const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length;
	const open = results.filter(isOpen);
	const listed = results.filter(({ outcome, reason }) => outcome !== 'noticed' && reason !== undefined).length;
	const lines = open.map(({ mutant, outcome }) => `${outcome === 'survived' ? '  ' : '- '}${titleOf(mutant)}`);
	return [
		...(open.length > 0 ? ['', 'No test has noticed (-: no test comes by):', ...lines] : []),
		'',
		`${results.length} mutants: ${count('noticed')} noticed, ${count('survived')} survived, ${count('not reached')} not reached, ${count('undecided')} undecided when the time was over; ${listed} of those listed with a reason`,
	].join('\n');
}
