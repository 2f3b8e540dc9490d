import type { Admission } from '../../../base/queue/admission.ts';

/** How many turns, and sandboxes of turns, run at once; each is there by its session's id. */
export interface Lines {
	readonly turns: Pick<Admission, 'enter' | 'watch' | 'standing'>;
	readonly sandboxes: Pick<Admission, 'watch' | 'standing'>;
}
