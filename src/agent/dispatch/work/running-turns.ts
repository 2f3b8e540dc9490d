import type { Session } from '../../session/session.ts';
import type { CrashLoopError, StopRequest } from '../../turn/stop.ts';

/** A turn that is being worked on, from the fetching of its files to its end. */
export interface RunningTurn extends Disposable {
	/** Fires with a `StopRequest` when a person stops it, or with the reason of the signal it was begun under. */
	readonly signal: AbortSignal;
}

/** Which sessions have a turn running in this process. */
export interface RunningTurns {
	/** `by`: the key of what began it. Disposing the answer ends it. */
	begin(session: Session, signal: AbortSignal, by: string | undefined): RunningTurn;
	/** The session as its running turn holds it. */
	sessionOf(session: string): Session | undefined;
	/** When it began, ms since the epoch; undefined when none runs. */
	runningSince(session: string): number | undefined;
	/** The key of what began the running turn, and whether it has been asked to stop; undefined when none runs. */
	turnOf(session: string): { readonly by: string | undefined; readonly stops: boolean } | undefined;
	/** Fires the turn's signal with this reason; nothing happens when none runs, or when it has fired. */
	stop(session: string, reason: StopRequest | CrashLoopError): void;
}

interface Running {
	readonly since: number;
	readonly by: string | undefined;
	readonly controller: AbortController;
	readonly session: Session;
}

export function createRunningTurns(): RunningTurns {
	const running = new Map<string, Running>();
	return {
		begin: (session, signal, by) => {
			const id = session.id;
			const controller = new AbortController();
			running.set(id, { since: Date.now(), by, controller, session });
			return { signal: AbortSignal.any([signal, controller.signal]), [Symbol.dispose]: () => void running.delete(id) };
		},
		sessionOf: (session) => running.get(session)?.session,
		runningSince: (session) => running.get(session)?.since,
		turnOf: (session) => {
			const turn = running.get(session);
			return turn && { by: turn.by, stops: turn.controller.signal.aborted };
		},
		stop: (session, reason) => running.get(session)?.controller.abort(reason),
	};
}
