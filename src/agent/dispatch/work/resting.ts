import type { Clock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { Sessions, Store } from '../../../store/store.ts';
import { loadSession, type Session } from '../../session/session.ts';
import { holdLease, type LeaseTiming } from './held-lease.ts';

/** Which sessions have not been worked on for a while, and rest then: what is new in them is put into their snapshots. */
export interface Resting extends Disposable {
	/** Nothing waits in the session any more. It rests now where its time has come, else later. Never rejects. */
	after(session: Session): Promise<void>;
	/** The sessions that are still to rest, those first that were worked on last. */
	left(): readonly string[];
}

/** After the last work on a session, ms: about when its sandbox goes. */
const restMs = 900_000;

export interface RestingDeps {
	readonly clock: Clock;
	/** Has a session worked on, some at a time. */
	readonly goOn: (session: string) => void;
	readonly log: Logger;
}

/** Disposing calls off what is still to come. */
export function createResting({ clock, goOn, log }: RestingDeps): Resting {
	const waiting = new Map<string, () => void>();
	const due = new Set<string>();
	const callOff = (id: string): void => {
		waiting.get(id)?.();
		waiting.delete(id);
	};
	const setFor = (id: string): void => {
		callOff(id);
		const ring = () => {
			waiting.delete(id);
			due.add(id);
			goOn(id);
		};
		waiting.set(id, clock.after(restMs, ring));
	};
	return {
		async after(session) {
			if (due.delete(session.id)) await restQuietly(session, log);
			else setFor(session.id);
		},
		left: () => [...waiting.keys(), ...due].reverse(),
		[Symbol.dispose]: () => {
			for (const id of [...waiting.keys()]) callOff(id);
		},
	};
}

/** A snapshot that cannot be written is missed by nobody: the journal has all of it. One of a session that was emptied would tell nothing. */
export async function restQuietly(session: Session, log: Logger, when?: 'grown'): Promise<void> {
	if (session.history().messages.length === 0) return;
	await session.rest(when).catch((error: unknown) => {
		log.info('The snapshot of a session cannot be written now', { session: session.id, reason: messageOf(error) });
	});
}

/** The time that sessions have to rest when the process leaves, ms: the next start replays the others. */
const leaveMs = 1_000;

interface LeavingDeps {
	readonly store: Pick<Store, 'leases'>;
	readonly sessions: Pick<Sessions, 'open'>;
	readonly holder: string;
	readonly lease?: LeaseTiming;
	readonly log: Logger;
}

/** Has sessions rest, one after another, while there is time. Never rejects. Nothing else works on them. */
export async function restAll(sessions: readonly string[], deps: LeavingDeps): Promise<void> {
	const until = performance.now() + leaveMs;
	for (const id of sessions) {
		if (performance.now() > until) return;
		await restOne(id, deps).catch((error: unknown) => {
			deps.log.info('A session cannot rest now', { session: id, reason: messageOf(error) });
		});
	}
}

async function restOne(id: string, { store, sessions, holder, lease, log }: LeavingDeps): Promise<void> {
	await using held = await holdLease(store.leases, id, holder, lease);
	if (held) await restQuietly(await loadSession(await sessions.open(id), held.lease), log);
}
