/** The reasons to look at a session: something unfinished in it, a question that expires, a pull request on which there may be news. */
export const dueFor = ['work', 'question', 'review'] as const;
export type DueFor = (typeof dueFor)[number];

/** A session and when it is to be looked at, milliseconds since 1970. */
export interface DueSession {
	readonly session: string;
	readonly what: DueFor;
	readonly at: number;
}

/** Sessions by the time at which they are to be looked at, one time for each thing. Whoever has looked sets the next time, or clears it. */
export interface Due {
	/** Has it looked at by `at`: an earlier time that stands stays. */
	by(session: string, what: DueFor, at: number): Promise<void>;
	/** The time from now on, whatever stood; undefined: none. */
	put(session: string, what: DueFor, at: number | undefined): Promise<void>;
	/** At most `limit` of those that are due at `at`, earliest first. */
	until(at: number, limit: number): Promise<readonly DueSession[]>;
	/** The earliest time of all, or of one session. */
	earliest(session?: string): Promise<DueSession | undefined>;
	/** Brings forward to `at` whatever of this kind is later. */
	hasten(what: DueFor, at: number): Promise<void>;
}
