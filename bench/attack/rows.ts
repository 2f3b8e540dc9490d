import type { Result } from './run-attacks.ts';
import type { Verdict } from './verdict.ts';

/** The shape that all suites share; a row's `value` is what was seen. */
export interface AttackRow {
	readonly suite: 'attack';
	readonly name: string;
	readonly value: string;
	readonly unit: 'sign';
	readonly control?: string;
	readonly goal: string;
	/** Absent where nothing can be said on this machine. */
	readonly met?: boolean;
	readonly verdict: Verdict;
	readonly runtime: string;
}

/** Pure. */
export function rowOf({ attack, runtime, verdict, seen, control }: Result): AttackRow {
	const met = { held: true, failed: false, unproved: undefined, 'not enforceable here': undefined }[verdict];
	return {
		suite: 'attack',
		name: attack.name,
		value: seen,
		unit: 'sign',
		...(control !== undefined && { control }),
		goal: attack.holds,
		...(met !== undefined && { met }),
		verdict,
		runtime,
	};
}

/** Progress, for people. Pure. */
export function lineOf({ attack, verdict, seen, control }: Result): string {
	const beside = control === undefined ? '' : ` (control: ${control})`;
	return `${verdict.padEnd(8)} ${attack.name}: ${seen}${beside}`;
}

const verdicts: readonly Verdict[] = ['held', 'failed', 'unproved', 'not enforceable here'];

/** How many of each, by runtime, and each that failed. Pure. */
export function summaryOf(results: readonly Result[]): string {
	const failed = results.filter(({ verdict }) => verdict === 'failed');
	const runtimes = [...new Set(results.map(({ runtime }) => runtime))];
	const counts = runtimes.map((runtime) => {
		const of = results.filter((result) => result.runtime === runtime);
		const each = verdicts.map((verdict) => `${of.filter((result) => result.verdict === verdict).length} ${verdict}`);
		return `${runtime}: ${of.length} attacks: ${each.join(', ')}`;
	});
	return [
		...failed.map(({ attack, ...result }) => `FAILED ${attack.name} (${attack.tried}): ${result.seen}`),
		...counts,
	].join('\n');
}
