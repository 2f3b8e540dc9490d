import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileProblem } from './file-problem.ts';
import { syncFolder } from './write-atomically.ts';

/** A file that grows by appended text. Its handle is kept open between calls and closed when it has not been used for a minute. */
export interface AppendFile extends AsyncDisposable {
	/**
	 * Cuts the file to `length` bytes if it is longer, appends `text` and waits for the disk. Calls must not overlap. Rejects with a
	 * `ProblemError` when the disk is full or failing; the file is then cut back to `length` if that can still be done.
	 */
	appendAt(length: number, text: string): Promise<void>;
	/** Closes the handle; the next append opens the file again. */
	close(): Promise<void>;
}

const idleMs = 60_000;

/** An append file at `path`, made with mode 0600 at the first append. Who makes it disposes it. */
export function createAppendFile(path: string): AppendFile {
	let handle: FileHandle | undefined;
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
				handle ??= await openDurably(path);
				await append(handle, length, text);
			} catch (error) {
				throw fileProblem(error, path);
			} finally {
				idle = setTimeout(() => void close().catch(() => undefined), idleMs).unref();
			}
		},
		close,
		[Symbol.asyncDispose]: close,
	};
}

async function openDurably(path: string): Promise<FileHandle> {
	const handle = await open(path, 'a', 0o600);
	try {
		await syncFolder(dirname(path));
		return handle;
	} catch (error) {
		await handle.close();
		throw error;
	}
}

async function append(handle: FileHandle, length: number, text: string): Promise<void> {
	const { size } = await handle.stat();
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
