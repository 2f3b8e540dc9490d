/**
 * Something a person must mend before Threadsmith can go on: a missing program, a full disk, a wrong setting.
 * `message` says what failed and why, `mend` what to do, as one sentence or a command.
 */
export class ProblemError extends Error {
	override readonly name = 'ProblemError';
	readonly mend: string;

	constructor(message: string, mend: string, options?: ErrorOptions) {
		super(message, options);
		this.mend = mend;
	}
}

/** Why a model call could not be answered; decides whether a retry makes sense and what a person is told. */
export type ModelFailure =
	| 'unreachable'
	| 'unauthorized'
	| 'unknown-model'
	| 'rate-limited'
	| 'server-error'
	| 'cut-off'
	| 'silent'
	| 'context-overflow'
	| 'refused-request'
	| 'bad-answer';

/** A model endpoint that did not give a usable answer after all retries. `message` is one plain sentence for people. */
export class ModelError extends Error {
	override readonly name = 'ModelError';
	readonly failure: ModelFailure;

	constructor(failure: ModelFailure, message: string, options?: ErrorOptions) {
		super(message, options);
		this.failure = failure;
	}
}

/** A file of ours whose content is not what its schema says: corrupt, or edited by hand. Never overwritten. */
export class CorruptFileError extends Error {
	override readonly name = 'CorruptFileError';
	readonly file: string;
	readonly field: string;

	constructor(file: string, field: string, reason: string, options?: ErrorOptions) {
		super(`Cannot read "${file}": field "${field}": ${reason}`, options);
		this.file = file;
		this.field = field;
	}
}

/** A write under a lease that a later holder has taken over: the writer must stop. */
export class StaleLeaseError extends Error {
	override readonly name = 'StaleLeaseError';

	constructor(session: string, token: number, current: number) {
		super(`Cannot write to session "${session}": lease ${token} was superseded by lease ${current}`);
	}
}

/**
 * A platform that takes no calls of ours as a whole: it is out of reach, or fails whatever it is asked. That passes: what could not be
 * done is done when it is back.
 */
export class PlatformAwayError extends Error {
	override readonly name = 'PlatformAwayError';
	readonly platform: string;

	constructor(platform: string, message: string, options?: ErrorOptions) {
		super(message, options);
		this.platform = platform;
	}
}

/**
 * A place where nothing can be said any more: deleted, archived, or without the bot. Somebody has to bring it back. `place` is the id of
 * its threads, or how they begin.
 */
export class PlaceGoneError extends Error {
	override readonly name = 'PlaceGoneError';
	readonly place: string;

	constructor(place: string, message: string, options?: ErrorOptions) {
		super(message, options);
		this.place = place;
	}
}

/** An error and whatever caused it, as deep as 16. */
export function causesOf(error: unknown): readonly Error[] {
	const found: Error[] = [];
	const left: unknown[] = [error];
	for (let next = left.shift(); next !== undefined && found.length < 16; next = left.shift()) {
		if (!(next instanceof Error)) continue;
		found.push(next);
		left.push(next.cause, ...(next instanceof AggregateError ? next.errors : []));
	}
	return found;
}

/** The sentence of an unknown thrown value, without its stack. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** What a person in the thread is told: the sentence and, where there is one, the mend. Never a stack. */
export function userMessage(error: unknown): string {
	return error instanceof ProblemError ? `${error.message}. ${error.mend}` : messageOf(error);
}

/** The `code` of a Node system error such as `ENOENT`, else undefined. */
export function codeOf(error: unknown): string | undefined {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return typeof code === 'string' ? code : undefined;
}
