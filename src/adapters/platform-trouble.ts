import { causesOf, messageOf, PlaceGoneError, PlatformAwayError, ProblemError, userMessage } from '../base/errors.ts';
import type { Thread } from '../chat/thread.ts';
import type { TroubleIn } from './present/telling-trouble.ts';

/** Why a request failed, and how to mend it, as half sentences for people. */
export interface Meaning {
	readonly why: string;
	readonly mend: string;
}

/** Failed requests in words for people: `action` is what could not be done, as in "post in the thread". */
export interface Sentences {
	readonly problemOf: (action: string, error: unknown) => ProblemError;
	/** As one text: what failed, why, and what to do. */
	readonly sentenceOf: (action: string, error: unknown) => string;
}

/** The sentences of a platform, which knows what its errors mean. */
export function createSentences(meaningOf: (error: unknown) => Meaning): Sentences {
	const problemOf = (action: string, error: unknown) => {
		if (error instanceof ProblemError) return error;
		const { why, mend } = meaningOf(error);
		return new ProblemError(`Cannot ${action}: ${why}`, mend, { cause: error });
	};
	return { problemOf, sentenceOf: (action, error) => userMessage(problemOf(action, error)) };
}

export interface TroubleSource {
	readonly platform: ConstructorParameters<typeof PlatformAwayError>[0];
	/** By this error, or one that it caused, the platform was not reached, or failed whatever it was asked. */
	readonly isAway: (error: Error) => boolean;
	/** The place, of a thread with this id, that is gone by this error; undefined: none is. */
	readonly goneBy: (error: Error, thread: string) => string | undefined;
}

export interface Trouble {
	/** That the platform is away; else the error as it is. Pure. */
	readonly awayOr: (error: unknown) => unknown;
	/** A failure in a thread as the core is to know it: the platform is away, or the place is gone; else the error as it is. Pure. */
	readonly troubleIn: TroubleIn;
}

/** How a platform's failures are told to the core. */
export function createTrouble({ platform, isAway, goneBy }: TroubleSource): Trouble {
	const awayOr = (error: unknown) => {
		if (error instanceof PlatformAwayError || !causesOf(error).some(isAway)) return error;
		return new PlatformAwayError(platform, messageOf(error), { cause: error });
	};
	const troubleIn = (error: unknown, { id }: Thread) => {
		if (error instanceof PlatformAwayError || error instanceof PlaceGoneError) return error;
		const place = causesOf(error)
			.map((cause) => goneBy(cause, id))
			.find((found) => found !== undefined);
		return place === undefined ? awayOr(error) : new PlaceGoneError(place, messageOf(error), { cause: error });
	};
	return { awayOr, troubleIn };
}
