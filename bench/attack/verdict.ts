import type { Attack, Need, Trial } from './attack.ts';

/**
 * `held`: the attack came to nothing, and its control got through. `failed`: it got through. `not enforceable here`: it got through where the
 * host cannot keep the promise and the operator was told. `unproved`: it came to nothing, and so did its control: this machine does not have
 * what it attacks, or not even a bare container lets it happen.
 */
export type Verdict = 'held' | 'failed' | 'not enforceable here' | 'unproved';

/** Pure. `lacking`: promises that this host is known not to keep. */
export function verdictOf(attack: Pick<Attack, 'needs'>, trial: Trial, lacking: ReadonlySet<Need>): Verdict {
	if (!trial.attack.got) return trial.control.got ? 'held' : 'unproved';
	return attack.needs !== undefined && lacking.has(attack.needs) ? 'not enforceable here' : 'failed';
}
