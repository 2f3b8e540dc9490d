import { groundName, type Mode } from './ground.ts';
import type { Result } from './run-attacks.ts';
import { type Verdict, verdicts } from './verdict.ts';

/** The shape that all suites share; a row's `value` is what was seen. */
export interface AttackRow {
	readonly suite: 'attack';
	readonly name: string;
	readonly value: string;
	readonly unit: 'sign';
	readonly control?: string;
	readonly why?: string;
	readonly goal: string;
	/** Absent where nothing can be said on this machine. */
	readonly met?: boolean;
	readonly verdict: Verdict;
	readonly runtime: string;
	readonly mode: Mode;
}

/** Pure. */
export function rowOf({ attack, ground, verdict, seen, control, why }: Result): AttackRow {
	const met = verdict === 'held' ? true : verdict === 'failed' ? false : undefined;
	return {
		suite: 'attack',
		name: attack.name,
		value: seen,
		unit: 'sign',
		...(control !== undefined && { control }),
		...(why !== undefined && { why }),
		goal: attack.holds,
		...(met !== undefined && { met }),
		verdict,
		...ground,
	};
}

/** Progress, for people. Pure. */
export function lineOf({ attack, verdict, seen, control, why }: Result): string {
	const beside = why !== undefined ? ` (${why})` : control === undefined ? '' : ` (control: ${control})`;
	return `${verdict.padEnd(8)} ${attack.name}: ${seen}${beside}`;
}

/** How many of each, by runtime and mode, and each that failed. Pure. */
export function summaryOf(results: readonly Result[]): string {
	const failed = results.filter(({ verdict }) => verdict === 'failed');
	const counts = [...Map.groupBy(results, ({ ground }) => groundName(ground))].map(([name, of]) => {
		const each = verdicts.map((verdict) => `${of.filter((result) => result.verdict === verdict).length} ${verdict}`);
		return `${name}: ${of.length} attacks: ${each.join(', ')}`;
	});
	return [
		...failed.map(
			({ attack, ground, seen }) => `FAILED on ${groundName(ground)}: ${attack.name} (${attack.tried}): ${seen}`,
		),
		...counts,
	].join('\n');
}
