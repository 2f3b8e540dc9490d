import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { createSerials } from '../../../base/serial.ts';
import { makeMirror, type ObjectFormat } from '../blank-mirror.ts';
import { clearLeftOvers } from './left-overs.ts';
import { createReaders, type Reading } from './readers.ts';

/** The bare mirrors of repositories, by their ids. Who changes one has it alone; what who reads it has before their eyes does not go. */
export interface Mirrors {
	dirOf(id: string): string;
	/** An empty one, to ask servers from. */
	nowhere(): Promise<string>;
	/** Runs `work` when nobody else changes that mirror. Rejects with the signal's reason as soon as it fires; what runs is to hear it too. */
	alone<T>(id: string, work: (mirror: OwnMirror) => Promise<T>, signal: AbortSignal): Promise<T>;
	/** As `alone`, where nobody changes or reads it just now; else nothing happens. Answers whether it was run. */
	idle(id: string, work: (mirror: OwnMirror) => Promise<void>): Promise<boolean>;
	/** Nothing is taken out of that mirror until it is disposed; others may add to it. Rejects with the signal's reason. */
	read(id: string, signal: AbortSignal): Promise<Reading>;
}

/** A mirror of whoever has it alone. */
export interface OwnMirror {
	readonly id: string;
	readonly dir: string;
	/** Makes it where it is missing, or was made of another address or another kind of objects. */
	ensure(origin: string, format: ObjectFormat): Promise<void>;
	/** Those who read it are ended. */
	remove(): Promise<void>;
	/** Takes something out of it, if nobody reads it. Answers whether it was run. */
	unread(work: () => Promise<void>): Promise<boolean>;
}

/** Whence a mirror is: beside git's own files, of which it knows none by that name. Its time tells when the mirror was last used. */
export const originFile = 'threadsmith-origin';

/** `folder`: holds them all, and belongs to this process alone. */
export function createMirrors(folder: string): Mirrors {
	const serials = createSerials();
	const readers = createReaders();
	/** How many change each, or wait for it. */
	const busy = new Map<string, number>();
	/** Looked at since this process began: whoever left locks there before is dead. */
	const known = new Set<string>();
	const dirOf = (id: string) => {
		if (!/^r-[0-9a-f]{12}$/.test(id)) throw new RangeError('Not the id of a repository');
		return join(folder, `${id}.git`);
	};
	const ownOf = (id: string): OwnMirror => {
		const dir = dirOf(id);
		const remove = () => readers.without(id, () => discard(dir));
		return {
			id,
			dir,
			remove,
			ensure: (...made) => ensure(dir, made, remove),
			unread: (work) => readers.ifNone(id, work),
		};
	};
	const work = async <T>(id: string, run: (mirror: OwnMirror) => Promise<T>): Promise<T> => {
		if (!known.has(id)) await clearLeftOvers(dirOf(id));
		known.add(id);
		await touch(dirOf(id));
		return run(ownOf(id)).catch(async (error: unknown) => {
			// git was killed, it may be.
			known.delete(id);
			throw error;
		});
	};
	const inTurn = <T>(id: string, run: () => Promise<T>): Promise<T> => {
		busy.set(id, (busy.get(id) ?? 0) + 1);
		return serials.inOrder(id, run).finally(() => {
			const left = (busy.get(id) ?? 1) - 1;
			if (left === 0) busy.delete(id);
			else busy.set(id, left);
		});
	};
	let nowhere: Promise<string> | undefined;
	return {
		dirOf,
		nowhere() {
			nowhere ??= makeNowhere(join(folder, 'nowhere.git')).catch((error: unknown) => {
				// There may be room for it later.
				nowhere = undefined;
				throw error;
			});
			return nowhere;
		},
		alone(id, run, signal) {
			const begun = inTurn(id, async () => {
				signal.throwIfAborted();
				return work(id, run);
			});
			return raceAbort(begun, signal);
		},
		async idle(id, run) {
			if (busy.has(id)) return false;
			return inTurn(id, () => readers.ifNone(id, () => run({ ...ownOf(id), remove: () => discard(dirOf(id)) })));
		},
		async read(id, signal) {
			const reading = await readers.enter(id, signal);
			await touch(dirOf(id));
			return reading;
		},
	};
}

async function ensure(
	dir: string,
	[origin, format]: readonly [origin: string, format: ObjectFormat],
	remove: () => Promise<void>,
): Promise<void> {
	const text = `${origin}\n${format}\n`;
	if ((await textOf(join(dir, originFile))) === text) return;
	await remove();
	await makeMirror(dir, format);
	await writeFile(join(dir, originFile), text);
}

/** Nothing is there to be touched before it is made. */
async function touch(dir: string): Promise<void> {
	const now = new Date();
	await utimes(join(dir, originFile), now, now).catch(() => undefined);
}

async function makeNowhere(dir: string): Promise<string> {
	await discard(dir);
	await makeMirror(dir, 'sha1');
	return dir;
}

/** One that is half removed is no mirror any more. */
async function discard(dir: string): Promise<void> {
	const away = `${dir}.removed`;
	await rm(away, { recursive: true, force: true });
	await rename(dir, away).catch(noneIfMissing);
	await rm(away, { recursive: true, force: true });
}

async function textOf(path: string): Promise<string | undefined> {
	return readFile(path, 'utf8').catch(noneIfMissing);
}

function noneIfMissing(error: unknown): undefined {
	if (codeOf(error) !== 'ENOENT') throw error;
}
