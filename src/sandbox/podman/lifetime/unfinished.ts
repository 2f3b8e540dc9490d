/** Paths that are kept of one session: no more are told of at once either. */
const most = 1000;

/** The files of a session's `/outputs` that were being written when their processes were ended. They outlive the sandbox, as the files do. */
export interface Unfinished {
	/** Their paths, as they are called inside. */
	add(paths: readonly string[]): void;
	/** When the last of their writers was ended, ms since the epoch, by path; of what is collected later nothing is known. */
	take(): ReadonlyMap<string, number>;
}

/** Of a session; as long as this process lives. */
export type UnfinishedOf = (session: string) => Unfinished;

export function createUnfinished(now: () => number = Date.now): UnfinishedOf {
	const sessions = new Map<string, Map<string, number>>();
	return (session) => ({
		add(paths) {
			if (paths.length === 0) return;
			const known = sessions.get(session) ?? new Map<string, number>();
			sessions.set(session, known);
			for (const path of paths) if (known.has(path) || known.size < most) known.set(path, now());
		},
		take() {
			const taken = sessions.get(session) ?? new Map<string, number>();
			sessions.delete(session);
			return taken;
		},
	});
}
