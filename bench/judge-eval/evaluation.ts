import type { Row } from '../row.ts';
import { round } from '../row.ts';
import type { Arena } from './arena.ts';
import type { JobContext } from './jobs.ts';
import type { Problem } from './problem.ts';

export interface EvalContext extends JobContext {
	readonly problems: readonly Problem[];
	/** The forge, opened by whoever asks first. */
	readonly arena: () => Promise<Arena>;
}

/** A part of the measurement with rows of its own. When the person leaves it answers rows of what was done. */
export interface Evaluation {
	readonly name: string;
	readonly rows: readonly string[];
	run(context: EvalContext): Promise<readonly Row[]>;
}

export interface Goal {
	readonly is: '<=' | '>=';
	readonly than: number;
}

/** A number with what it is held against; no row where nothing was measured. Pure. */
export function evalRow(
	name: string,
	unit: string,
	{
		value,
		control,
		goal,
	}: { readonly value: number | undefined; readonly control?: number | undefined; readonly goal?: Goal },
): readonly Row[] {
	if (value === undefined) return [];
	return [
		{
			suite: 'judge-eval',
			name,
			value: round(value),
			unit,
			...(control !== undefined && { control: round(control) }),
			...(goal && {
				goal: `value ${goal.is} ${goal.than}`,
				met: goal.is === '<=' ? value <= goal.than : value >= goal.than,
			}),
		},
	];
}

/** In percent; undefined of nothing. Pure. */
export function percent<One>(all: readonly One[], is: (one: One) => boolean): number | undefined {
	return all.length === 0 ? undefined : (100 * all.filter(is).length) / all.length;
}

export const atMost = (than: number): Goal => ({ is: '<=', than });
export const atLeast = (than: number): Goal => ({ is: '>=', than });
