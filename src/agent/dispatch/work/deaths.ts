import type { OpenTurn } from '../../session/history.ts';
import type { DispatchDeps } from '../deps.ts';

/** So many times the process may die at one step of a turn, or over one inbound; then it is not tried again. */
export const mostDeaths = 3;

/** Keeps the promise of the sentence that ends such a turn: whoever runs us finds in the log what happened. */
export function logDeaths(
	facts: Readonly<Record<string, string>>,
	deaths: number,
	{ log }: Pick<DispatchDeps, 'log'>,
): void {
	const all = { ...facts, deaths };
	if (deaths < mostDeaths) log.warn('An earlier process ended in the middle of this, without leaving', all);
	else log.error('Processes ended in the middle of this again and again: it is not tried any more', all);
}

/**
 * How many processes have ended at the newest step of an open turn, but for those that left of themselves. The one that made the step is
 * named only where it left. Pure.
 */
export function deathsOf({ entries }: Pick<OpenTurn, 'entries'>): number {
	const newest = entries.findLastIndex(({ step }) => step.type !== 'resumed' && step.type !== 'left');
	const last = new Map<string, 'resumed' | 'left'>();
	let unnamed = 1;
	for (const { step, seq } of entries.slice(newest + 1)) {
		if (step.type !== 'resumed' && step.type !== 'left') continue;
		const process = step.process ?? `entry ${seq}`;
		if (step.type === 'left' && !last.has(process)) unnamed = 0;
		last.set(process, step.type);
	}
	return unnamed + [...last.values()].filter((type) => type === 'resumed').length;
}
