/** Where what happens waits, in its order, while what was missed before it is fetched. */
export interface HoldBack {
	/** From now on what comes is held. */
	close(): void;
	/** Does all that is held, and from now on what comes at once. */
	open(): void;
	/** Does it, now or later. */
	pass(work: () => void): void;
}

export function createHoldBack(): HoldBack {
	let held: (() => void)[] | undefined;
	return {
		close() {
			held ??= [];
		},
		open() {
			const waiting = held ?? [];
			held = undefined;
			for (const work of waiting) work();
		},
		pass(work) {
			if (held) held.push(work);
			else work();
		},
	};
}
