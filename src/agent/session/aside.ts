import type { OpenTurn } from './history.ts';

/** Whether all that a turn has taken was said to nobody by name: perhaps to us, perhaps not. Pure. */
export function isAside({ entries }: Pick<OpenTurn, 'entries'>): boolean {
	const taken = entries.flatMap(({ step }) => (step.type === 'taken' ? [step] : []));
	return taken.length > 0 && taken.every(({ aside }) => aside === true);
}
