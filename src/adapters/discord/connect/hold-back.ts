/** Where what happens waits, in its order, while what was missed before it is fetched. */
export interface HoldBack {
	/** From now on what comes is held. */
	close(): void;
	/** Does all that is held, and from now on what comes at once. */
	open(): void;
	/** Does it, now or later. */
	pass(work: () => void): void;
}

type State = { readonly kind: 'open' } | { readonly kind: 'closed'; readonly held: (() => void)[] };

export function createHoldBack(): HoldBack {
	let state: State = { kind: 'open' };
	return {
		close() {
			if (state.kind === 'open') state = { kind: 'closed', held: [] };
		},
		open() {
			const held = state.kind === 'closed' ? state.held : [];
			state = { kind: 'open' };
			for (const work of held) work();
		},
		pass(work) {
			if (state.kind === 'closed') state.held.push(work);
			else work();
		},
	};
}
