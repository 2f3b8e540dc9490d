import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const chunkBytes = 1024 * 1024;

/**
 * The content of an open file from its start. The chunks share one buffer: use each before asking for the next. A file
 * that grows is followed, so the caller counts. Rejects with the signal's reason.
 */
export async function* readChunks(handle: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	const buffer = Buffer.allocUnsafe(chunkBytes);
	let position = 0;
	while (true) {
		signal.throwIfAborted();
		const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
		if (bytesRead === 0) return;
		position += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}

/** Hex SHA-256 of what `chunks` are; undefined when they have more than `limit` bytes. Rejects with what they throw. */
export async function hashChunks(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<string | undefined> {
	const hash = createHash('sha256');
	let size = 0;
	for await (const chunk of chunks) {
		size += chunk.byteLength;
		if (size > limit) return undefined;
		hash.update(chunk);
	}
	return hash.digest('hex');
}

/**
 * Reads `source` until `signal` aborts, then rejects with its reason even when the source hangs. The source is
 * told to end when the loop is left, but not waited for.
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
	const iterator = source[Symbol.asyncIterator]();
	const { promise: aborted, reject } = Promise.withResolvers<never>();
	aborted.catch(() => undefined);
	const onAbort = () => reject(signal.reason);
	signal.addEventListener('abort', onAbort, { once: true });
	try {
		signal.throwIfAborted();
		while (true) {
			const result = await Promise.race([iterator.next(), aborted]);
			if (result.done === true) return;
			yield result.value;
		}
	} finally {
		signal.removeEventListener('abort', onAbort);
		iterator.return?.().catch(() => undefined);
	}
}
