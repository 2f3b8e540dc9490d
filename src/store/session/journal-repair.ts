import { readFile } from 'node:fs/promises';
import { CorruptFileError, codeOf } from '../../base/errors.ts';
import { copyAside, readProblem, setAside } from '../files/damaged.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import type { JournalEntry } from '../journal.ts';
import { parseJournal, soundLength } from './journal-lines.ts';

/** The entries before the damage; none where there is no file. */
export async function soundEntries(path: string): Promise<readonly JournalEntry[]> {
	const bytes = await bytesOf(path);
	if (!(bytes instanceof Uint8Array)) return [];
	return parseJournal(bytes.subarray(0, soundLength(bytes)), { file: path, seq: 0 }).entries;
}

/**
 * Keeps a damaged journal as `<path>.damaged-<time>` and leaves its sound beginning at `path`; answers that name, without its folder. Nothing
 * happens to a sound one: undefined. After a crash in the middle it is damaged as before, or mended.
 */
export async function cutDamage(path: string, ms: number): Promise<string | undefined> {
	const bytes = await bytesOf(path);
	if (bytes === 'missing') return undefined;
	if (bytes === 'no file') return await setAside(path, ms);
	if (isSound(bytes, path)) return undefined;
	const kept = await copyAside(path, ms);
	await writeAtomically(path, bytes.subarray(0, soundLength(bytes)));
	return kept;
}

function isSound(bytes: Uint8Array, file: string): boolean {
	try {
		parseJournal(bytes, { file, seq: 0 });
		return true;
	} catch (error) {
		if (!(error instanceof CorruptFileError)) throw error;
		return false;
	}
}

async function bytesOf(path: string): Promise<Uint8Array | 'missing' | 'no file'> {
	try {
		return await readFile(path);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return 'missing';
		const problem = readProblem(error, path);
		if (problem instanceof CorruptFileError) return 'no file';
		throw problem;
	}
}
