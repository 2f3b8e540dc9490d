import type { Desk } from './screen/desk.ts';

/** Two presses of Ctrl-C within this many ms leave. */
export const leaveWithinMs = 2000;

export interface InterruptSituation {
	/** Something runs or waits to run. */
	readonly busy: boolean;
	/** There is text in the line. */
	readonly typed: boolean;
	/** ms since any fixed moment. */
	readonly now: number;
	/** When a press last stopped something or met an empty line. */
	readonly before: number | undefined;
}

/**
 * Handles a press of Ctrl-C. While something runs it stops that and keeps the line; else it clears the line, and at an empty
 * line it says how to leave. A second press soon after leaves; clearing a line does not count as a first one.
 */
export function onInterrupt({ busy, typed, now, before }: InterruptSituation): 'stop' | 'clear' | 'warn' | 'leave' {
	if (before !== undefined && now - before <= leaveWithinMs) return 'leave';
	if (busy) return 'stop';
	return typed ? 'clear' : 'warn';
}

interface InterruptDeps {
	readonly desk: Desk;
	readonly work: { busy(): boolean };
	readonly clock: () => number;
	readonly stop: () => void;
	readonly leave: () => void;
}

/** Does at each press of Ctrl-C what is due then. */
export function interruptHandler({ desk, work, clock, stop, leave }: InterruptDeps): () => void {
	let before: number | undefined;
	return () => {
		const now = clock();
		const what = onInterrupt({ busy: work.busy(), typed: desk.prompt.typed(), now, before });
		before = what === 'clear' ? undefined : now;
		if (what === 'leave') leave();
		if (what === 'clear') desk.prompt.clear();
		if (what === 'warn') desk.prompt.hint('Press Ctrl-C again to leave');
		if (what === 'stop') {
			desk.prompt.hint('Stopping … press Ctrl-C again to leave');
			stop();
		}
	};
}
