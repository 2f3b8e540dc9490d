import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { NotAFileError } from '../../base/errors.ts';

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
