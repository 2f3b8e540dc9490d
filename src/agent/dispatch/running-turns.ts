import type { Session } from '../session/session.ts';
import { StopRequest } from '../turn/stop.ts';

/** A turn that is being worked on, from the fetching of its files to its end. */
export interface RunningTurn extends Disposable {
	/** Fires with a `StopRequest` when a person stops it, or with the reason of the signal it was begun under. */
	readonly signal: AbortSignal;
}

/** Which sessions have a turn running in this process. */
export interface RunningTurns {
	/** Disposing the answer ends it. */
	begin(session: Session, signal: AbortSignal): RunningTurn;
	/** The session as its running turn holds it. */
	sessionOf(session: string): Session | undefined;
	/** When it began, ms since the epoch; undefined when none runs. */
	runningSince(session: string): number | undefined;
	/** Fires the turn's signal with a `StopRequest`; false when none runs. */
	stop(session: string, person: string): boolean;
}

export function createRunningTurns(): RunningTurns {
	const running = new Map<
		string,
		{ readonly since: number; readonly controller: AbortController; readonly session: Session }
	>();
	return {
		begin: (session, signal) => {
			const id = session.folder.paths.session;
			const controller = new AbortController();
			running.set(id, { since: Date.now(), controller, session });
			return { signal: AbortSignal.any([signal, controller.signal]), [Symbol.dispose]: () => void running.delete(id) };
		},
		sessionOf: (session) => running.get(session)?.session,
		runningSince: (session) => running.get(session)?.since,
		stop: (session, person) => {
			const turn = running.get(session);
			turn?.controller.abort(new StopRequest(person));
			return turn !== undefined;
		},
	};
}
