import { isOfMachine, userMessage } from '../../../base/errors.ts';
import type { FileRef } from '../../../chat/inbound.ts';
import type { IncomingFile, Placed } from '../../../sandbox/sandbox.ts';
import { isLeaving, isStopped } from '../../turn/stop.ts';
import type { DispatchDeps } from '../deps.ts';
import { type TakingAt, whenToBeHad } from './when-to-be-had.ts';

/** So often is written what finds no room, over some nine minutes: a file that is larger than what the disk ever has free is to hold up no session for long. */
const mostWrites = 10;

/** So many files of one message are left out for want of room before the rest is given up: each costs that the others are fetched again. */
const mostLeftOut = 3;

/**
 * Fetches files and places them among the session's inputs. Rejects, and has placed nothing, while the platform of a file is away or this
 * machine lacks what it takes; what can be had neither now nor later is refused.
 */
export async function takeFiles(
	refs: readonly FileRef[],
	at: TakingAt,
	deps: DispatchDeps,
	leftOut: Placed['refused'] = [],
): Promise<Placed> {
	if (refs.length === 0 || isStopped(at.signal)) return { placed: [], refused: leftOut };
	const named = await Promise.all(refs.map((ref) => nameNowOrLater(ref, at, deps)));
	const { files, signal } = fetching(named, at, deps);
	try {
		const { placed, refused } = await deps.sandboxes.place(at.session, files, 'inputs', signal);
		return { placed, refused: [...leftOut, ...refused] };
	} catch (error) {
		if (isLeaving(at.signal)) throw error;
		if (isStopped(at.signal)) return { placed: [], refused: leftOut };
		if (signal.aborted || isShort(error, at, deps)) throw error;
		const misfits = leftOut.length < mostLeftOut ? misfitsOf(named, error) : named;
		const others = named.filter((ref) => !misfits.includes(ref));
		return await takeFiles(others, at, deps, [...leftOut, ...misfits.map((ref) => refusedFor(ref, error))]);
	}
}

/** The file under its own name: one whose message told none is to lie under no number. Rejects while it may be told later. */
async function nameNowOrLater(ref: FileRef, at: TakingAt, deps: DispatchDeps, isSecond = false): Promise<FileRef> {
	try {
		return await deps.platforms.intake.nameFile(at.thread, ref, at.signal);
	} catch (error) {
		if (isLeaving(at.signal)) throw error;
		const when = at.signal.aborted ? 'never' : await whenToBeHad(error, { ...at, isSecond }, deps);
		if (when === 'later') throw error;
		return when === 'now' ? await nameNowOrLater(ref, at, deps, true) : ref;
	}
}

/** Whether this machine lacks something that it may have soon. */
function isShort(error: unknown, { session }: TakingAt, { troubles }: DispatchDeps): boolean {
	return isOfMachine(error) && (troubles.of(session)?.tries ?? 0) < mostWrites;
}

/** A file for which there is no room is to keep no smaller one out. */
function misfitsOf(refs: readonly FileRef[], error: unknown): readonly FileRef[] {
	if (!isOfMachine(error)) return refs;
	return refs.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0)).slice(0, 1);
}

function refusedFor({ name }: FileRef, error: unknown): Placed['refused'][number] {
	return { name, reason: `could not be taken in: ${userMessage(error)}` };
}

interface Fetching {
	readonly files: readonly IncomingFile[];
	/** Aborted, with the reason, by a file that may be had later. */
	readonly signal: AbortSignal;
}

function fetching(refs: readonly FileRef[], at: TakingAt, deps: DispatchDeps): Fetching {
	const later = new AbortController();
	const files = refs.map(
		(file): IncomingFile => ({
			name: file.name,
			...(file.size !== undefined && { size: file.size }),
			open: (inner) => fetchNowOrLater(file, at, { deps, inner, later }),
		}),
	);
	return { files, signal: AbortSignal.any([at.signal, later.signal]) };
}

interface Fetch {
	readonly deps: DispatchDeps;
	readonly inner: AbortSignal;
	readonly later: AbortController;
}

/** `before`: the bytes that a first fetch has given before it failed. */
async function* fetchNowOrLater(
	file: FileRef,
	at: TakingAt,
	fetch: Fetch,
	before?: number,
): AsyncGenerator<Uint8Array> {
	const { deps, inner, later } = fetch;
	let given = before ?? 0;
	try {
		for await (const chunk of dropFirst(given, deps.platforms.intake.fetchFile(at.thread, file, inner))) {
			given += chunk.byteLength;
			yield chunk;
		}
	} catch (error) {
		const isSecond = before !== undefined;
		const when = inner.aborted ? 'never' : await whenToBeHad(error, { ...at, isSecond }, deps);
		if (when === 'later') later.abort(error);
		if (when !== 'now') throw error;
		yield* fetchNowOrLater(file, at, fetch, given);
	}
}

async function* dropFirst(bytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	let left = bytes;
	for await (const chunk of chunks) {
		const rest = chunk.subarray(left);
		left = Math.max(0, left - chunk.byteLength);
		if (rest.byteLength > 0) yield rest;
	}
}
