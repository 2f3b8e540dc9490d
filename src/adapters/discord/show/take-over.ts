/** Who shows a turn: one at a time. */
export type TakeOver = (session: string, turn: string) => AbortSignal;

/** Shows that are remembered: those before have long ended. */
const mostShows = 1000;

/** The answer fires when `signal` does, or when the same turn is taken over once more: it is shown anew then. */
export function createTakeOver(signal: AbortSignal): TakeOver {
	const shows = new Map<string, AbortController>();
	return (session, turn) => {
		const key = `${session}/${turn}`;
		shows.get(key)?.abort(new Error('The turn is shown anew'));
		const own = new AbortController();
		shows.delete(key);
		shows.set(key, own);
		for (const oldest of shows.keys()) {
			if (shows.size <= mostShows) break;
			shows.delete(oldest);
		}
		return AbortSignal.any([signal, own.signal]);
	};
}
