/** Whether something runs or waits to run, as far as this terminal knows. */
export interface Work {
	busy(): boolean;
	/** Something was taken in: busy until the core says that nothing waits any more. */
	begin(): void;
	/** Busy until `done` settles, too. */
	during<T>(done: Promise<T>): Promise<T>;
	/** Resolves when what was begun is done. */
	idle(): Promise<void>;
}

/** `whenIdle` resolves when everything taken in so far was worked off; a turn that waits for an answer counts as that. */
export function createWork(whenIdle: () => Promise<void>): Work {
	let shows = 0;
	let begun = 0;
	let finished = 0;
	const settled = (): Promise<void> => whenIdle().catch(() => undefined);
	return {
		busy: () => shows > 0 || begun !== finished,
		begin() {
			begun += 1;
			const mine = begun;
			void settled().then(() => {
				finished = Math.max(finished, mine);
			});
		},
		async during(done) {
			shows += 1;
			try {
				return await done;
			} finally {
				shows -= 1;
			}
		},
		idle: settled,
	};
}
