import type { Summary } from './summary.ts';

/** One line of the result, in the shape that all suites share. */
export interface Row {
	readonly suite: 'bench' | 'soak' | 'chaos' | 'mutate' | 'judge-eval' | 'eval';
	readonly name: string;
	/** The median, in `unit`. */
	readonly value: number;
	readonly unit: string;
	/** The control's median, in the same unit. */
	readonly control?: number;
	/** `value` divided by `control`. */
	readonly ratio?: number;
	/** The comparison that `met` tells of, such as `value <= 400`. */
	readonly goal?: string;
	readonly met?: boolean;
}

export type Goal = { readonly of: 'value' | 'ratio' } & ({ readonly most: number } | { readonly least: number });

export interface Measured {
	readonly name: string;
	readonly unit: string;
	readonly value: Summary;
	readonly control?: Summary;
	readonly goal?: Goal;
}

/** The row of what was measured. A goal of the ratio needs a control. */
export function toRow({ name, unit, value, control, goal }: Measured): Row {
	const ratio = control && value.median / control.median;
	return {
		suite: 'bench',
		name,
		value: round(value.median),
		unit,
		...(control && { control: round(control.median) }),
		...(ratio !== undefined && { ratio: round(ratio) }),
		...(goal && { goal: textOf(goal), met: isMet(goal, value.median, ratio) }),
	};
}

function textOf(goal: Goal): string {
	return 'most' in goal ? `${goal.of} <= ${goal.most}` : `${goal.of} >= ${goal.least}`;
}

function isMet(goal: Goal, value: number, ratio: number | undefined): boolean {
	const compared = goal.of === 'value' ? value : ratio;
	if (compared === undefined) return false;
	return 'most' in goal ? compared <= goal.most : compared >= goal.least;
}

/** Four digits say more than any repetition would confirm; large numbers keep their whole part. */
export function round(value: number): number {
	return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4));
}
