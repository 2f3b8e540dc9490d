import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileProblem } from './file-problem.ts';
import { corrupt } from './parse-checked.ts';
import { syncFolder } from './write-atomically.ts';

/** A file that grows by appended text. Its handle is kept open between calls and closed when it has not been used for a minute. */
export interface AppendFile extends AsyncDisposable {
	/**
	 * Cuts the file to `length` bytes if it is longer, appends `text` and waits for the disk. Calls must not overlap. Rejects with a
	 * `ProblemError` when the disk is full or failing, and with a `CorruptFileError` when the file is shorter than `length`; it is then cut
	 * back to `length` if that can still be done, now or by the next call, which opens it anew.
	 */
	appendAt(length: number, text: string): Promise<void>;
	/** Closes the handle; the next append opens the file again. */
	close(): Promise<void>;
}

/** The part of an open file that is used here. */
export interface AppendHandle {
	stat(): Promise<{ readonly size: number }>;
	truncate(length: number): Promise<void>;
	writeFile(text: string): Promise<void>;
	datasync(): Promise<void>;
	close(): Promise<void>;
}

/** The disk, as far as it is used here. */
export interface AppendDisk {
	/** Opens for appending, made with mode 0600 when missing. */
	readonly open: (path: string) => Promise<AppendHandle>;
	readonly syncFolder: (path: string) => Promise<void>;
}

const realDisk: AppendDisk = { open: (path) => open(path, 'a', 0o600), syncFolder };

const idleMs = 60_000;

/** An append file at `path`, made with mode 0600 at the first append. Who makes it disposes it. */
export function createAppendFile(path: string, disk: AppendDisk = realDisk): AppendFile {
	let handle: AppendHandle | undefined;
	let idle: NodeJS.Timeout | undefined;
	const close = async (): Promise<void> => {
		clearTimeout(idle);
		const closing = handle;
		handle = undefined;
		await closing?.close();
	};

	return {
		async appendAt(length, text) {
			clearTimeout(idle);
			try {
				handle ??= await openDurably(path, disk);
				await append(handle, length, text, path);
			} catch (error) {
				// The kernel may have forgotten what it could not write, and says so to one handle once: nothing of this one is believed any more.
				await close().catch(() => undefined);
				throw fileProblem(error, path);
			} finally {
				idle = setTimeout(() => void close().catch(() => undefined), idleMs).unref();
			}
		},
		close,
		[Symbol.asyncDispose]: close,
	};
}

async function openDurably(path: string, disk: AppendDisk): Promise<AppendHandle> {
	const handle = await disk.open(path);
	try {
		await disk.syncFolder(dirname(path));
		return handle;
	} catch (error) {
		await handle.close().catch(() => undefined);
		throw error;
	}
}

async function append(handle: AppendHandle, length: number, text: string, path: string): Promise<void> {
	const { size } = await handle.stat();
	if (size < length) throw corrupt({ file: path }, '', `it has ${size} bytes, but ${length} were written`);
	if (size > length) await handle.truncate(length);
	try {
		await handle.writeFile(text);
		// fdatasync: the file's new length is synced with the data, its times need not be.
		await handle.datasync();
	} catch (error) {
		await handle.truncate(length).catch(() => undefined);
		throw error;
	}
}
