import type { Work } from './screen/work.ts';

/** Whether the person has gone. */
export interface Leaving {
	hasLeft(): boolean;
	/** By what leaving stops what runs; nothing runs before it is known. */
	stopBy(stop: () => Promise<void>): void;
	/** Nothing is waited for: what runs is asked to stop, and whoever holds the terminal ends the rest. The first call alone counts. */
	leave(): Promise<void>;
	/** The terminal is ended by whoever holds it, who need not be told. */
	end(): void;
}

/** `onLeave` is called when the person leaves, at most once. */
export function createLeaving(work: Pick<Work, 'busy'>, onLeave: () => void): Leaving {
	let left = false;
	let stopAll = async (): Promise<void> => {};
	return {
		hasLeft: () => left,
		stopBy(stop) {
			stopAll = stop;
		},
		async leave() {
			if (left) return;
			left = true;
			if (work.busy()) await stopAll();
			onLeave();
		},
		end() {
			left = true;
		},
	};
}
