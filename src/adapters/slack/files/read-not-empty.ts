import { formatBytes } from '../../../base/text/format-bytes.ts';
import { type Content, readContent } from '../../present/artifact-content.ts';
import type { UploadFile } from '../../present/surface.ts';

/** Reads a file as it was collected: a regular one of the same content, not empty and not above `maxBytes`. Rejects only with the signal's reason. */
export async function readNotEmpty(file: UploadFile, maxBytes: number, signal: AbortSignal): Promise<Content> {
	if (file.size === 0) return { reason: 'it is empty, and Slack takes no empty files' };
	if (file.size > maxBytes) {
		return { reason: `it has ${formatBytes(file.size)}, more than the limit of ${formatBytes(maxBytes)}` };
	}
	return readContent(file.content, file.size, signal);
}
