/** Runs one piece of work per session at a time, again for each wake that came meanwhile. */
export interface Workers extends AsyncDisposable {
	/** Sees to it that the session is worked on from now on. */
	wake(session: string): void;
	/** Resolves when the session is not worked on (any more); undefined when it is not now. */
	working(session: string): Promise<void> | undefined;
	/** Resolves when no session is being worked on. */
	settled(): Promise<void>;
}

/** Called when a piece of work has ended; neither may reject. */
export interface WorkEnds {
	readonly onDone: (session: string) => Promise<void>;
	readonly onError: (session: string, error: unknown) => Promise<void>;
}

/** `work` gets a signal that fires when the workers are disposed of; what it throws after that is nobody's. */
export function createWorkers(
	work: (session: string, signal: AbortSignal) => Promise<void>,
	{ onDone, onError }: WorkEnds,
): Workers {
	const leaving = new AbortController();
	const awake = new Set<string>();
	const working = new Map<string, Promise<void>>();

	async function once(session: string): Promise<void> {
		try {
			await work(session, leaving.signal);
		} catch (error) {
			if (!leaving.signal.aborted) await onError(session, error);
			return;
		}
		// Before the session rests, it works on whatever came in meanwhile.
		if (!awake.has(session)) await onDone(session);
	}

	async function loop(session: string): Promise<void> {
		while (awake.delete(session) && !leaving.signal.aborted) await once(session);
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
		working: (session) => working.get(session),
		settled,
		[Symbol.asyncDispose]: async () => {
			leaving.abort(new Error('Threadsmith is leaving'));
			await settled();
		},
	};
}
