import type { Place } from './place.ts';
import type { Person, Thread } from './thread.ts';

/** Whether a platform can be reached, and whom it reaches outside of the threads that there are. */
export interface Reach {
	/** One cheap call: rejects while the platform is away from `thread`, resolves when it answers, whatever it says. */
	probe(thread: Thread, signal: AbortSignal): Promise<void>;
	/** Those who may be admins of a place, with the traits that they have there, as far as can be told: owners, installers, groups that rules name. */
	admins(place: Place, signal: AbortSignal): Promise<readonly Person[]>;
	/** A thread in which this person of the place is written to alone; undefined where they cannot be, for good. */
	directly(person: Person, place: Place, signal: AbortSignal): Promise<Thread | undefined>;
	/** The address of a thread, for whoever may read in it: https; undefined where none can be told. */
	linkTo(thread: Thread, signal: AbortSignal): Promise<string | undefined>;
}
