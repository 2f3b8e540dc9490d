import type { z } from 'zod';

/**
 * `adapter`: what a platform's adapter has to know after a restart, under a name of its own in the place of a session. `proposal`: a tool
 * that an admin is asked to share. `asked`: where a question of the session is shown beside its threads. `stop`: the last stop of a thread.
 * `attempt`: what an earlier process left and this one has begun. `preference`: what a person has set for themselves, under a name of theirs in
 * the place of a session. `listening`: whom sessions of a place hear, under its name. `spent`: what was used on one day, under the name of whom it
 * is counted for in the place of a session (a session under its own). `held`: what a call to a model may cost that is under way. `raise`: a
 * limit that somebody may raise. `repository`: one that is opened in a place, under its name.
 */
export type RecordKind =
	| 'question'
	| 'usage'
	| 'feedback'
	| 'adapter'
	| 'proposal'
	| 'asked'
	| 'stop'
	| 'attempt'
	| 'preference'
	| 'listening'
	| 'spent'
	| 'held'
	| 'raise'
	| 'repository';

/** A record as it is to be; without a value there is to be none. */
export interface RecordChange {
	readonly kind: RecordKind;
	readonly session: string;
	readonly id: string;
	readonly value?: unknown;
}

/** Small records beside the sessions, each a JSON value. */
export interface Records {
	put(kind: RecordKind, session: string, id: string, value: unknown): Promise<void>;
	/** All of a kind in a session, oldest first; one that does not fit `schema` is left out, and told to the log. */
	list<T>(kind: RecordKind, session: string, schema: z.ZodType<T>): Promise<readonly T[]>;
	/** One by its id, in whatever session; undefined where there is none that fits. */
	get<T>(kind: RecordKind, id: string, schema: z.ZodType<T>): Promise<T | undefined>;
	/** Nothing happens where there is none. */
	remove(kind: RecordKind, id: string): Promise<void>;
	/** Makes all of these changes, in their order, or none of them. */
	change(changes: readonly RecordChange[]): Promise<void>;
}
