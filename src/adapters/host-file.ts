import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { codeOf } from '../base/errors.ts';

/** A file on the host, as it was when it was collected. */
export interface HostFile {
	readonly path: string;
	readonly sha256: string;
}

/** A file's bytes, or why it cannot be handed over, as a half sentence. */
export type Content = { readonly bytes: Uint8Array } | { readonly reason: string };

/** Reads a file of `size` bytes as it was collected: a regular one of the same content. Rejects only with the signal's reason. */
export async function readHostFile({ path, sha256 }: HostFile, size: number, signal: AbortSignal): Promise<Content> {
	try {
		await using handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const bytes = await readWhole(handle, size, signal);
		const same = bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === sha256;
		return same ? { bytes } : { reason: 'it has changed since it was collected' };
	} catch (error) {
		signal.throwIfAborted();
		return { reason: codeOf(error) === 'ENOENT' ? 'it is gone' : `it cannot be read (${codeOf(error) ?? 'unknown'})` };
	}
}

/** Undefined for what is no regular file of `size` bytes. */
async function readWhole(handle: FileHandle, size: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
	const stat = await handle.stat();
	if (!stat.isFile() || stat.size !== size) return undefined;
	return handle.readFile({ signal });
}
