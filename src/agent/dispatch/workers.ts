/** Runs one piece of work per session at a time, again for each wake that came meanwhile. */
export interface Workers extends AsyncDisposable {
	/** Sees to it that the session is worked on from now on. */
	wake(session: string): void;
	/** Resolves when no session is being worked on. */
	settled(): Promise<void>;
}

/** `work` gets a signal that fires when the workers are disposed of; what it throws before that goes to `onError`, and the session rests until the next wake. */
export function createWorkers(
	work: (session: string, signal: AbortSignal) => Promise<void>,
	onError: (session: string, error: unknown) => void,
): Workers {
	const leaving = new AbortController();
	const awake = new Set<string>();
	const working = new Map<string, Promise<void>>();

	async function loop(session: string): Promise<void> {
		while (awake.delete(session) && !leaving.signal.aborted) {
			await work(session, leaving.signal).catch((error: unknown) => {
				if (!leaving.signal.aborted) onError(session, error);
			});
		}
		working.delete(session);
	}

	async function settled(): Promise<void> {
		while (working.size > 0) await Promise.all(working.values());
	}

	return {
		wake: (session) => {
			awake.add(session);
			if (!working.has(session))
				working.set(
					session,
					Promise.resolve().then(() => loop(session)),
				);
		},
		settled,
		[Symbol.asyncDispose]: async () => {
			leaving.abort(new Error('Threadsmith is leaving'));
			await settled();
		},
	};
}
