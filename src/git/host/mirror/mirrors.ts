import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { createSerial, type Serial } from '../../../base/serial.ts';
import { makeMirror, type ObjectFormat } from '../blank-mirror.ts';

/** The bare mirrors of repositories, by their ids. Who changes one has it alone; who only reads needs not ask. */
export interface Mirrors {
	dirOf(id: string): string;
	/** An empty one, to ask servers from. */
	nowhere(): Promise<string>;
	/** Runs `work` when nobody else changes that mirror. Rejects with the signal's reason as soon as it fires; what runs is to hear it too. */
	alone<T>(id: string, work: (dir: string) => Promise<T>, signal: AbortSignal): Promise<T>;
	/** Makes it where it is missing, or was made of another address or another kind of objects. Only within `alone`. */
	ensure(id: string, origin: string, format: ObjectFormat): Promise<void>;
	/** Only within `alone`. */
	remove(id: string): Promise<void>;
}

/** Whence a mirror is: beside git's own files, of which it knows none by that name. */
const originFile = 'threadsmith-origin';

/** `folder`: holds them all, and belongs to this process alone. */
export function createMirrors(folder: string): Mirrors {
	const serials = new Map<string, Serial>();
	/** Looked at since this process began: whoever left locks there before is dead. */
	const known = new Set<string>();
	const dirOf = (id: string) => {
		if (!/^r-[0-9a-f]{12}$/.test(id)) throw new RangeError('Not the id of a repository');
		return join(folder, `${id}.git`);
	};
	const work = async <T>(id: string, run: (dir: string) => Promise<T>): Promise<T> => {
		if (!known.has(id)) await clearLeftOvers(dirOf(id));
		known.add(id);
		return run(dirOf(id)).catch(async (error: unknown) => {
			// git was killed, it may be.
			known.delete(id);
			throw error;
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
			const serial = serials.get(id) ?? createSerial();
			serials.set(id, serial);
			const begun = serial(async () => {
				signal.throwIfAborted();
				return work(id, run);
			});
			return raceAbort(begun, signal);
		},
		async ensure(id, origin, format) {
			const dir = dirOf(id);
			const text = `${origin}\n${format}\n`;
			if ((await textOf(join(dir, originFile))) === text) return;
			await discard(dir);
			await makeMirror(dir, format);
			await writeFile(join(dir, originFile), text);
		},
		remove: (id) => discard(dirOf(id)),
	};
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

/**
 * Removes locks and half files of a git that was killed: gitrepository-layout(5), `lockfile.h`, `index-pack.c`. Nobody else can hold one: only
 * this process changes mirrors, one git after the other.
 */
export async function clearLeftOvers(dir: string): Promise<void> {
	if (!(await lstat(dir).catch(noneIfMissing))) return;
	const names = await readdir(dir, { recursive: true });
	const left = names.filter((name) => /\.lock$|(?:^|\/)(?:tmp_\w+|\.tmp-[^/]*|tmp_objdir-[^/]*)$/.test(name));
	await Promise.all(left.map((name) => rm(join(dir, name), { recursive: true, force: true })));
}

function noneIfMissing(error: unknown): undefined {
	if (codeOf(error) !== 'ENOENT') throw error;
}
