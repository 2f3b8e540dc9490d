import type { FileHandle } from 'node:fs/promises';

const chunkBytes = 64 * 1024;

/** The bytes of an open file from where it stands. Rejects with the signal's reason. The handle stays open. */
export async function* readChunks(handle: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	for (;;) {
		signal.throwIfAborted();
		const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(chunkBytes) });
		if (bytesRead === 0) return;
		yield buffer.subarray(0, bytesRead);
	}
}
