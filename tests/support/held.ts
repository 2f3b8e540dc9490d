import type { Model } from '../../src/agent/model/model.ts';
import { raceAbort } from '../../src/base/race-abort.ts';
import type { Sandboxes } from '../../src/sandbox/sandbox.ts';
import { createFakeSandboxes } from './fake-sandboxes.ts';

/** A model that answers "Done." when it is let. */
export function heldModel(held: Promise<void>): Model & { readonly asked: () => number } {
	let asked = 0;
	return {
		name: 'held',
		asked: () => asked,
		async *reply() {
			asked += 1;
			yield { type: 'text', delta: 'Done.' };
			await held;
			return { text: 'Done.', reasoning: '', calls: [], cut: false };
		},
		ask: () => Promise.reject(new Error('Not asked here')),
	};
}

interface HeldSandboxes extends Sandboxes {
	isPlacing(): boolean;
	/** Whether the placing was called off. */
	isCalledOff(): boolean;
}

/** Sandboxes into which files come when they are let. */
export function heldSandboxes(held: Promise<void>): HeldSandboxes {
	const inner = createFakeSandboxes({ tools: {} });
	let placing = false;
	let calledOff = false;
	return {
		...inner,
		isPlacing: () => placing,
		isCalledOff: () => calledOff,
		place: async (home, files, into, signal) => {
			placing = true;
			signal.addEventListener('abort', () => {
				calledOff = true;
			});
			await raceAbort(held, signal);
			return await inner.place(home, files, into, signal);
		},
	};
}
