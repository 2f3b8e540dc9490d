import type { Row } from '../row.ts';
import type { SoakResult } from './run-soak.ts';
import type { Verdict } from './verdicts.ts';

/** A row, and for a promise that was not kept where it was broken first. */
export interface SoakRow extends Row {
	readonly offenders?: readonly string[];
}

/** How many offenders are named. */
const mostNamed = 5;

/** Counts first, then the promises. Pure. */
export function soakRows({ counts, verdicts }: SoakResult): SoakRow[] {
	return [...counts.map((count) => ({ suite: 'soak' as const, ...count })), ...verdicts.map(verdictRow)];
}

function verdictRow({ name, unit, offenders }: Verdict): SoakRow {
	const met = offenders.length === 0;
	const row = { suite: 'soak' as const, name, value: offenders.length, unit, goal: 'value <= 0', met };
	return met ? row : { ...row, offenders: offenders.slice(0, mostNamed) };
}

/** Tells where a promise was broken first, and how often besides. */
export function tellOffenders({ name, value, offenders = [] }: SoakRow, say: (line: string) => void): void {
	if (offenders.length === 0) return;
	const more = value > offenders.length ? `\n  and ${value - offenders.length} more` : '';
	say(`${name}:\n${offenders.map((offender) => `  ${offender}`).join('\n')}${more}`);
}
