import type { Until } from '../../../chat/undelivered.ts';
import type { Upload, UploadFile } from '../../present/surface.ts';

/** A file as it is sent. */
export interface Packed {
	readonly file: UploadFile;
	/** Its own name, or that of the zip that it is in. */
	readonly name: string;
	readonly bytes: Uint8Array;
}

/** A refusal for `reason`, a half sentence. Pure. */
export function refusal(file: UploadFile, reason: string, until: Until = 'changed'): Upload {
	return { outcome: 'refused', file, until, reason: `Cannot hand over "${file.name}": ${reason}` };
}
