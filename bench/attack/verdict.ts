import type { Attack, Need, Trial } from './attack.ts';

/**
 * `held`: the attack came to nothing, and its control got through. `failed`: it got through. `not enforceable here`: it got through, or was not
 * made, where host or runtime cannot keep the promise and the operator was told. `does not apply`: there is nothing here to attack. `unproved`:
 * it came to nothing, and so did its control.
 */
export type Verdict = 'held' | 'failed' | 'not enforceable here' | 'does not apply' | 'unproved';

/** In the order of a summary. */
export const verdicts: readonly Verdict[] = ['held', 'failed', 'unproved', 'not enforceable here', 'does not apply'];

/** Pure. `lacking`: promises that are known not to be kept here. */
export function verdictOf(
	attack: Pick<Attack, 'needs'>,
	{ attack: tried, control }: Trial,
	lacking: ReadonlyMap<Need, string>,
): Verdict {
	if (tried.got) return attack.needs?.some((need) => lacking.has(need)) ? 'not enforceable here' : 'failed';
	if (control.got) return 'held';
	return control.absent ? 'does not apply' : 'unproved';
}
