import { type FileHandle, lstat, utimes } from 'node:fs/promises';
import { codeOf, userMessage } from '../../base/errors.ts';
import type { Artifact } from '../sandbox.ts';
import type { FoundFile } from './fd-walk.ts';
import { entryPath, makeSubfolder, openSubfolder } from './folder.ts';
import { printable } from './safe-name.ts';
import { createTempFile, finishTempFile } from './temp-file.ts';
import { saveProblem, type Written, writeCounted } from './write-counted.ts';

/** The outcome for one file that was looked at. */
export type CopyOutcome =
	| { readonly kind: 'artifact'; readonly artifact: Artifact }
	| { readonly kind: 'unchanged' }
	| { readonly kind: 'refused'; readonly reason: string };

/**
 * The host's copies of artifacts. A copy's modification time is the change time of the file it was made of, which code
 * in a sandbox cannot set: a file that still matches its copy's stamp need not be read again.
 */
export interface HostCopies {
	/** Whether the file is, by its stamp, the one the copy was made of. */
	isStamped(file: FoundFile): Promise<boolean>;
	/** Notes on the copy that it equals the file as it was when it was opened. */
	stamp(file: FoundFile): Promise<void>;
	/**
	 * Copies the file unless its content is `known` (hex SHA-256) or `whyNot` of the bytes so far gives a reason. Rejects
	 * with the signal's reason.
	 */
	copy(
		file: FoundFile,
		known: string | undefined,
		whyNot: (size: number) => string | undefined,
		signal: AbortSignal,
	): Promise<CopyOutcome>;
}

/**
 * Clocks of files tick in steps of up to 10 ms, and of whole seconds where fuse2fs tells the time: a file changed this recently may change again
 * without a trace in its stamp.
 */
const settledMs = (changed: number): number => (changed % 1000 === 0 ? 1_100 : 100);

/** The copies in an open folder. The caller closes the folder when it is done. */
export function createHostCopies(folder: FileHandle): HostCopies {
	return {
		isStamped: (file) =>
			inParent(folder, file.name, openSubfolder, (parent, name) => matches(parent, name, file)).catch(() => false),
		stamp: (file) =>
			inParent(folder, file.name, openSubfolder, (parent, name) => restamp(parent, name, file)).catch(() => undefined),
		copy: (file, known, whyNot, signal) => copyFile({ folder, file, known, whyNot, signal }),
	};
}

interface CopyJob {
	readonly folder: FileHandle;
	readonly file: FoundFile;
	readonly known: string | undefined;
	readonly whyNot: (size: number) => string | undefined;
	readonly signal: AbortSignal;
}

async function copyFile({ folder, file, known, whyNot, signal }: CopyJob): Promise<CopyOutcome> {
	try {
		await using temp = await createTempFile(folder);
		const written = await read(file, temp.handle, whyNot, signal);
		if (written.kind === 'refused') return written;
		const { size, sha256 } = written;
		if (sha256 === known) return { kind: 'unchanged' };
		const stamp = stampOf(file) / 1000;
		await temp.handle.utimes(stamp, stamp);
		await inParent(folder, file.name, makeSubfolder, (parent, name) => finishTempFile(temp, parent, name));
		return { kind: 'artifact', artifact: { name: file.name, size, sha256 } };
	} catch (error) {
		signal.throwIfAborted();
		return { kind: 'refused', reason: conflicts[codeOf(error) ?? ''] ?? saveProblem(error) };
	}
}

async function read(
	file: FoundFile,
	target: FileHandle,
	whyNot: (size: number) => string | undefined,
	signal: AbortSignal,
): Promise<Written> {
	try {
		return await writeCounted(file.read(signal), target, whyNot);
	} catch (error) {
		signal.throwIfAborted();
		return { kind: 'refused', reason: `cannot be read: ${printable(userMessage(error), 300)}` };
	}
}

const folderWasFile = 'is in a folder that was a file in an earlier turn: give it another name';
const fileWasFolder = 'was a folder in an earlier turn: give it another name';

const conflicts: Readonly<Record<string, string>> = {
	ENOTDIR: folderWasFile,
	ELOOP: folderWasFile,
	EISDIR: fileWasFolder,
	ENOTEMPTY: fileWasFolder,
	EEXIST: fileWasFolder,
};

/**
 * Runs `use` with the open folder that holds `name`, a relative path, and the path's last part; each part is opened
 * through the one before.
 */
async function inParent<T>(
	folder: FileHandle,
	name: string,
	enter: (parent: FileHandle, part: string) => Promise<FileHandle>,
	use: (parent: FileHandle, last: string) => Promise<T>,
): Promise<T> {
	const [first = '', ...rest] = name.split('/');
	if (rest.length === 0) return use(folder, first);
	await using parent = await enter(folder, first);
	return await inParent(parent, rest.join('/'), enter, use);
}

async function matches(parent: FileHandle, name: string, { size, changedMs }: FoundFile): Promise<boolean> {
	const copy = await lstat(entryPath(parent, name));
	return copy.isFile() && copy.size === size && Math.round(copy.mtimeMs) === Math.floor(changedMs);
}

async function restamp(parent: FileHandle, name: string, file: FoundFile): Promise<void> {
	const path = entryPath(parent, name);
	const copy = await lstat(path);
	const stamp = stampOf(file) / 1000;
	if (copy.isFile() && copy.size === file.size) await utimes(path, stamp, stamp);
}

/** Milliseconds; an older time, which never matches, when the file has not settled. */
function stampOf({ changedMs }: FoundFile): number {
	const changed = Math.floor(changedMs);
	return Date.now() - changed > settledMs(changed) ? changed : changed - 1000;
}
