/**
 * Whatever came in while a session was worked on, but before its turn ran: nobody has looked whether it is to wait for that turn. Each process
 * keeps its own: whatever an earlier one has left comes in its order.
 */
export interface TooEarly {
	add(session: string, key: string): void;
	/** Whether it is one; it is none any more then. */
	take(session: string, key: string): boolean;
	/** Nothing is worked on in the session. */
	forget(session: string): void;
}

export function createTooEarly(): TooEarly {
	const keys = new Map<string, Set<string>>();
	return {
		add(session, key) {
			const known = keys.get(session) ?? new Set();
			keys.set(session, known.add(key));
		},
		take: (session, key) => keys.get(session)?.delete(key) ?? false,
		forget: (session) => void keys.delete(session),
	};
}
