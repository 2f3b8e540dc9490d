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
