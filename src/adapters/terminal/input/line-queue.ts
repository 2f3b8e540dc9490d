/** Takes what was typed in the order in which it was. */
export interface LineQueue {
	/** Behind all that was put before, and only when nothing runs any more; or at once when a stop was put after it, which is for it too. */
	put(take: () => Promise<void>): void;
	/** Behind all that was put before, whatever runs. */
	putStop(take: () => Promise<void>): void;
	isTaking(): boolean;
}

/** `whenIdle` resolves when nothing runs that was taken. No `take` may reject. */
export function createLineQueue(whenIdle: () => Promise<void>): LineQueue {
	let last: Promise<void> = Promise.resolve();
	let taking = 0;
	let stopPut = Promise.withResolvers<void>();

	async function taken(take: () => Promise<void>): Promise<void> {
		taking += 1;
		await take().finally(() => {
			taking -= 1;
		});
	}

	return {
		put(take) {
			const stopped = stopPut.promise;
			last = last.then(() => Promise.race([whenIdle(), stopped])).then(() => taken(take));
		},
		putStop(take) {
			stopPut.resolve();
			stopPut = Promise.withResolvers();
			last = last.then(() => taken(take));
		},
		isTaking: () => taking > 0,
	};
}
