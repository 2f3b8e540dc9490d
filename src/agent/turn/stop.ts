/** Why a turn's signal fires when a person stops it. Any other reason leaves the turn open, to go on after a restart. */
export class StopRequest extends Error {
	override readonly name = 'StopRequest';
	readonly person: string;

	constructor(person: string) {
		super(`Stopped by ${person}`);
		this.person = person;
	}
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
	return signal.aborted && !(signal.reason instanceof StopRequest);
}
