import type { StopOrder } from '../session/ended-by.ts';

/** Why a turn's signal fires when a person stops it. */
export class StopRequest extends Error {
	override readonly name = 'StopRequest';
	readonly order: StopOrder;

	constructor(order: StopOrder) {
		super(`Stopped by ${order.person}`);
		this.order = order;
	}
}

/** Why a turn is ended that has ended the process again and again. */
export class CrashLoopError extends Error {
	override readonly name = 'CrashLoopError';
}

/** A turn that made as many model calls as it may. */
export class TurnLimitError extends Error {
	override readonly name = 'TurnLimitError';

	constructor(calls: number) {
		super(
			`Stopped after ${calls} model calls without an answer; say "go on" to continue (TURN_MODEL_CALLS sets the limit)`,
		);
	}
}

/** Whether the process is leaving (or has lost the session), so that the turn must stay open as it is. */
export function isLeaving(signal: AbortSignal): boolean {
	return signal.aborted && !isStopped(signal) && !(signal.reason instanceof CrashLoopError);
}

/** Whether a person has stopped it. */
export function isStopped(signal: AbortSignal): boolean {
	return signal.reason instanceof StopRequest;
}
