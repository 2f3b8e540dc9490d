import { randomUUID } from 'node:crypto';

/** A process knows what it did itself: whatever else waits or is open was left by an earlier one. */
export interface ThisProcess {
	/** No other process has it. */
	readonly id: string;
	/** Notes that what has this key is taken in. */
	stored(key: string): void;
	/** When it took that in, ms since the epoch; undefined when it did not. */
	storedAt(key: string): number | undefined;
	/** Notes that the session's turn is worked on; whether it is for the first time. */
	worksOn(session: string, turn: string): boolean;
	/** Notes that the session's turn is over. */
	isDoneWith(session: string): void;
}

/** Keys that are remembered. The oldest is forgotten first, and counts as left by an earlier process then; so much seldom waits. */
const most = 20_000;

export function createThisProcess(): ThisProcess {
	const keys = new Map<string, number>();
	const turns = new Map<string, string>();
	return {
		id: randomUUID(),
		stored(key) {
			keys.set(key, Date.now());
			const [oldest] = keys.keys();
			if (keys.size > most && oldest !== undefined) keys.delete(oldest);
		},
		storedAt: (key) => keys.get(key),
		worksOn(session, turn) {
			const isFirst = turns.get(session) !== turn;
			turns.set(session, turn);
			return isFirst;
		},
		isDoneWith: (session) => void turns.delete(session),
	};
}
