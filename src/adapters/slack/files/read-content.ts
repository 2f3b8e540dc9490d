import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { codeOf } from '../../../errors.ts';
import { formatBytes } from '../../../format-bytes.ts';
import type { HostFile, UploadFile } from './upload-file.ts';

/** A file's bytes, or why it cannot be handed over, as a half sentence. */
export type Content = { readonly bytes: Uint8Array } | { readonly reason: string };

/** Reads a file as it was collected: a regular one of the same content, not empty and not above `maxBytes`. Rejects only with the signal's reason. */
export async function readContent(file: UploadFile, maxBytes: number, signal: AbortSignal): Promise<Content> {
	if (file.size === 0) return { reason: 'it is empty, and Slack takes no empty files' };
	if (file.size > maxBytes) {
		return { reason: `it has ${formatBytes(file.size)}, more than the limit of ${formatBytes(maxBytes)}` };
	}
	return 'bytes' in file.content ? file.content : readHostFile(file.content, file.size, signal);
}

async function readHostFile({ path, sha256 }: HostFile, size: number, signal: AbortSignal): Promise<Content> {
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
