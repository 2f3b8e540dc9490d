import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileProblem } from './file-problem.ts';

/**
 * Replaces the file at `path`, by default with one of mode 0600: a reader sees the old content or the new, also after a crash, and the new
 * content is on the disk when this resolves. Rejects with a `ProblemError` when the disk is full, failing or read-only: the old file is
 * then whole. Two calls for one path must not overlap: they share the temporary file, so that one left by a crash is used again.
 */
export async function writeAtomically(path: string, data: string | Uint8Array, mode = 0o600): Promise<void> {
	const temporary = temporaryOf(path);
	try {
		await writeSynced(temporary, data, mode);
		await rename(temporary, path);
		await syncFolder(dirname(path));
	} catch (error) {
		await rm(temporary, { force: true }).catch(() => undefined);
		throw fileProblem(error, path);
	}
}

/** The file beside it in which what is to stand at `path` is written first. Pure. */
export function temporaryOf(path: string): string {
	return join(dirname(path), `.${basename(path)}.tmp`);
}

/** Whether a name is that of such a file. Pure. */
export function isTemporary(name: string): boolean {
	return /^\..+\.tmp$/.test(name);
}

/** Writes a file, by default with mode 0600, and waits until its content is on the disk. */
export async function writeSynced(path: string, data: string | Uint8Array, mode = 0o600): Promise<void> {
	const file = await open(path, 'w', mode);
	await closing(file, async () => {
		await file.chmod(mode);
		await file.writeFile(data);
		await file.sync();
	});
}

/** Waits until the names in the folder are on the disk: a new or renamed file is durable only after this. */
export async function syncFolder(path: string): Promise<void> {
	const folder = await open(path, 'r');
	await closing(folder, () => folder.sync());
}

async function closing(file: FileHandle, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} finally {
		await file.close();
	}
}
