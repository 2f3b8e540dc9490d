import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { NotAFileError } from '../../base/errors.ts';
import { formatBytes } from '../../base/text/format-bytes.ts';

const chunkBytes = 64 * 1024;

/**
 * The bytes of a regular file, each chunk the reader's to keep. Rejects with the signal's reason, with the system's error where the file cannot
 * be opened (a link is not followed), and with `NotAFileError`; it does not wait for the other end of a pipe.
 */
export async function* readRegularFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	signal.throwIfAborted();
	await using handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	if (!(await handle.stat()).isFile()) throw new NotAFileError(basename(path));
	for (;;) {
		signal.throwIfAborted();
		const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(chunkBytes) });
		if (bytesRead === 0) return;
		yield buffer.subarray(0, bytesRead);
	}
}

/** All bytes of a file that people may have put there. Links are followed. Rejects like `readRegularFile`, and for more than `most` bytes with a `RangeError`. */
export async function readWhole(path: string, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
	await using handle: FileHandle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
	const stats = await handle.stat();
	// A folder has an error of its own.
	if (!stats.isFile() && !stats.isDirectory()) throw new NotAFileError(basename(path));
	if (stats.size > most) throw new RangeError(`it is larger than ${formatBytes(most)}`);
	return await handle.readFile();
}
