/**
 * Something a person must mend before Threadsmith can go on: a missing program, a full disk, a wrong setting.
 * `message` says what failed and why, `mend` what to do, as one sentence or a command.
 */
export class ProblemError extends Error {
	override readonly name = 'ProblemError';
	readonly mend: string;
	/** The file that it is about, where `message` names one. */
	readonly file: string | undefined;

	constructor(message: string, mend: string, options?: ErrorOptions & { readonly file?: string }) {
		super(message, options);
		this.mend = mend;
		this.file = options?.file;
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
	/** Tokens of the context window, where the server has named them in refusing what did not fit. */
	readonly limit: number | undefined;

	constructor(
		failure: ModelFailure,
		message: string,
		options?: ErrorOptions & { readonly limit?: number | undefined },
	) {
		super(message, options);
		this.failure = failure;
		this.limit = options?.limit;
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

/** Where a file is wanted stands something else that has a name: a folder, a pipe, a device. */
export class NotAFileError extends Error {
	override readonly name = 'NotAFileError';

	constructor(name: string) {
		super(`"${name}" is not a regular file`);
	}
}

/** For the `catch` of a read: nothing where the file is damaged. */
export function noneIfDamaged(error: unknown): undefined {
	if (!(error instanceof CorruptFileError)) throw error;
}

/** A write under a lease that a later holder has taken over: the writer must stop. */
export class StaleLeaseError extends Error {
	override readonly name = 'StaleLeaseError';

	constructor(session: string, token: number, current: number) {
		super(`Cannot write to session "${session}": lease ${token} was superseded by lease ${current}`);
	}
}

/** The first failure behind an error that hides it, as something failed too while it was cleared up after. */
export function firstOf(error: unknown): unknown {
	return error instanceof SuppressedError ? firstOf(error.suppressed) : error;
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
export function messageOf(thrown: unknown): string {
	const error = firstOf(thrown);
	return error instanceof Error ? error.message : String(error);
}

/** The words for whoever runs the process: the sentence and, where there is one, the mend. Never a stack. */
export function operatorMessage(thrown: unknown): string {
	const error = firstOf(thrown);
	return error instanceof ProblemError ? `${error.message}. ${error.mend}` : messageOf(error);
}

/** The words for a person in the thread: the operator's without the paths of this host, which are nobody's business there. */
export function userMessage(thrown: unknown): string {
	const error = firstOf(thrown);
	// Paths in what a model's server says are its own.
	if (error instanceof ModelError) return error.message;
	return withoutHostPaths(operatorMessage(error), pathsOf(error));
}

/** The `code` of a Node system error such as `ENOENT`, else undefined. */
export function codeOf(error: unknown): string | undefined {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return typeof code === 'string' ? code : undefined;
}

/** Codes of Node for what the whole machine lacks, or its disk does not do; the store's are all of that kind. */
const machineCodes = [
	'EMFILE',
	'ENFILE',
	'ENOSPC',
	'EDQUOT',
	'EROFS',
	'EIO',
	'ENOMEM',
	'ENOBUFS',
	'EAGAIN',
	'ERR_SQLITE_ERROR',
];

/** Whether this machine has run out of something, or its store does not work: that passes, and is not a failure of whatever was being done. Pure. */
export function isOfMachine(error: unknown): boolean {
	return causesOf(error).some((cause) => machineCodes.includes(codeOf(cause) ?? ''));
}

/** The paths that an error and what caused it carry, the longest first: one may begin with another. */
function pathsOf(error: unknown): string[] {
	const found = new Set<string>();
	for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1)
		for (const name of ['file', 'path', 'dest', 'address'] as const) {
			const value: unknown = Reflect.get(at, name);
			if (typeof value === 'string' && value.startsWith('/')) found.add(value);
		}
	return [...found].sort((one, other) => other.length - one.length);
}

/** Paths that mean the same to everybody: those inside a sandbox, and files of any Linux that a mend names. */
const common =
	/^\/(?:(?:inputs|outputs|workspace|tools|memories|session)(?:\/|$)|etc\/sub[ug]id$|dev\/loop|dev\/null$)/;

/** A path in quotes, which may hold spaces; one without, of at least two parts; one behind a scheme. */
const written = /(["'])(\/[^"'\n]+)\1|(?:unix|file):\/\/\/[^\s"'`]*|(?<![\w:/.~<-])\/[^\s"'`/:,;]+\/[^\s"'`:,;)]*/g;

/** `text` with each path of a host in it replaced by the file's name, or by words. Pure. */
export function withoutHostPaths(text: string, known: readonly string[] = []): string {
	const named = known.reduce((rest, path) => rest.replaceAll(path, nameOf(path)), text);
	return named.replaceAll(written, (all: string, quote: string | undefined, quoted: string | undefined) => {
		const path = quoted ?? all;
		// A word such as "/help" is none.
		if (common.test(path) || !path.includes('/', 1)) return all;
		return quote === undefined ? nameOf(path) : `${quote}${nameOf(path)}${quote}`;
	});
}

/** A file's name, which tells what it is; a folder's may be anybody's. */
function nameOf(path: string): string {
	const name = path.slice(path.lastIndexOf('/') + 1);
	return /^([\w-][\w.-]{0,99}\.[a-z]{2,8})[.)]{0,3}$/.exec(name)?.[1] ?? '…';
}
