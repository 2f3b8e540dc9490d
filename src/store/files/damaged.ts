import { copyFile, link, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf, NotAFileError } from '../../base/errors.ts';
import { fileProblem } from './file-problem.ts';
import { corrupt } from './parse-checked.ts';
import { timeName } from './time-name.ts';
import { syncFolder } from './write-atomically.ts';

/** Why what stands where a file of ours should is none. Whatever else keeps it from being read leaves its bytes as they are, and may pass. */
const noFile: Readonly<Record<string, string>> = {
	EISDIR: 'it is a folder',
	ENOTDIR: 'what should be a folder is a file',
	ELOOP: 'it is a link that leads nowhere',
};

/** The error behind a failed read of the file at `path`: `CorruptFileError` where there is no file, else a problem of the disk or of rights. */
export function readProblem(error: unknown, path: string): Error {
	const why = error instanceof NotAFileError ? 'it is not a regular file' : noFile[codeOf(error) ?? ''];
	return why === undefined ? fileProblem(error, path, 'read') : corrupt({ file: path }, '', why, error);
}

/** Moves what stands at `path` to `<path>.damaged-<time>` and answers that name, without its folder. Nothing of it is changed. */
export async function setAside(path: string, ms: number): Promise<string> {
	return await keepAs(path, ms, rename);
}

/** Keeps what stands at `path` under that name too, for it to be cut. */
export async function copyAside(path: string, ms: number): Promise<string> {
	// Not every file system has links; on a full disk a copy may not fit.
	return await keepAs(path, ms, (from, to) => link(from, to).catch(() => copyFile(from, to)));
}

async function keepAs(path: string, ms: number, keep: (from: string, to: string) => Promise<void>): Promise<string> {
	const kept = `${path}.damaged-${timeName(ms)}`;
	try {
		await keep(path, kept);
		await syncFolder(dirname(path));
	} catch (error) {
		throw fileProblem(error, join(dirname(path), basename(kept)));
	}
	return basename(kept);
}
