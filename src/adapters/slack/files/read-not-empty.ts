import { formatBytes } from '../../../base/text/format-bytes.ts';
import type { Until } from '../../../chat/undelivered.ts';
import { readContent } from '../../present/artifact-content.ts';
import type { UploadFile } from '../../present/surface.ts';

/** Why a file cannot be sent, as half a sentence, and when it may be. */
export interface NotReadable {
	readonly reason: string;
	readonly until: Until;
}

/** Reads a file as it was collected: a regular one of the same content, not empty and not above `maxBytes`. Rejects only with the signal's reason. */
export async function readNotEmpty(
	file: UploadFile,
	maxBytes: number,
	signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array } | NotReadable> {
	if (file.size === 0) return { until: 'changed', reason: 'it is empty, and Slack takes no empty files' };
	if (file.size > maxBytes) {
		const reason = `it has ${formatBytes(file.size)}, more than the limit of ${formatBytes(maxBytes)}`;
		return { until: 'changed', reason };
	}
	const content = await readContent(file.content, file.size, signal);
	return 'bytes' in content ? content : { until: 'later', ...content };
}
