import type { Admission } from '../../../base/queue/admission.ts';

/** How many sandboxes wait for sessions to come. */
export interface PoolRules {
	readonly size: number;
	/** Where their disks lie until they are a session's: on the file system of the sessions' own. Nobody else's. */
	readonly folder: string;
	/** As large as a session's. */
	readonly diskBytes: number;
	/** Whether the machine has nothing better to do than to start one more. */
	readonly isCalm: () => Promise<boolean>;
}

/** Whether one more may wait beside `ready` that do: never so many that a session would be kept from its place, and none while a session waits. Pure. */
export function hasRoom({ inside, waiting, most }: ReturnType<Admission['now']>, ready: number): boolean {
	return waiting === 0 && inside + ready < most;
}
