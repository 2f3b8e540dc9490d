import { randomUUID } from 'node:crypto';

/** What a process knows of what it did itself: whatever else waits or is open was left by an earlier one. */
export interface ThisProcess {
	/** No other process has it. */
	readonly id: string;
	/** Notes that what has this key was taken in. */
	tookIn(key: string): void;
	hasTakenIn(key: string): boolean;
	/** Notes that the session's turn is worked on; whether it is for the first time. */
	worksOn(session: string, turn: string): boolean;
}

/** What was taken in longest ago is forgotten first, and counts as left then; so much seldom waits. */
const most = 20_000;

export function createThisProcess(): ThisProcess {
	const keys = new Set<string>();
	const turns = new Map<string, string>();
	return {
		id: randomUUID(),
		tookIn(key) {
			keys.add(key);
			const [oldest] = keys;
			if (keys.size > most && oldest !== undefined) keys.delete(oldest);
		},
		hasTakenIn: (key) => keys.has(key),
		worksOn(session, turn) {
			const isFirst = turns.get(session) !== turn;
			turns.set(session, turn);
			return isFirst;
		},
	};
}
