import { readFile } from 'node:fs/promises';
import { CorruptFileError, codeOf } from '../../base/errors.ts';
import { copyAside, readProblem, setAside } from '../files/damaged.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import { parseJournal, soundLength } from './journal-lines.ts';
import { beginning } from './open-segment.ts';

/** The highest lease of the entries before the damage, those of closed parts too; 0 where there are none. */
export async function soundLease(path: string): Promise<number> {
	const found = await bytesOf(path);
	const bytes = found instanceof Uint8Array ? found : new Uint8Array();
	const { base, lease } = await beginning(path, bytes);
	const { entries } = parseJournal(bytes.subarray(0, soundLength(bytes, base)), { file: path, seq: base, base });
	return entries.reduce((highest, entry) => Math.max(highest, entry.lease), lease);
}

/**
 * Keeps a damaged journal as `<path>.damaged-<time>` and leaves its sound beginning at `path`; answers that name, without its folder. Nothing
 * happens to a sound one: undefined. After a crash in the middle it is damaged as before, or mended.
 */
export async function cutDamage(path: string, ms: number): Promise<string | undefined> {
	const bytes = await bytesOf(path);
	if (bytes === 'missing') return undefined;
	if (bytes === 'no file') return await setAside(path, ms);
	const { base } = await beginning(path, bytes);
	if (isSound(bytes, path, base)) return undefined;
	const kept = await copyAside(path, ms);
	await writeAtomically(path, bytes.subarray(0, soundLength(bytes, base)));
	return kept;
}

function isSound(bytes: Uint8Array, file: string, base: number): boolean {
	try {
		parseJournal(bytes, { file, seq: base, base });
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
