import type { FileContent } from '../../present/artifact-content.ts';

/** A file for the thread. */
export interface UploadFile {
	/** Its key in the outbox. */
	readonly key: string;
	readonly name: string;
	/** Bytes. */
	readonly size: number;
	readonly content: FileContent;
}

/** The outcome for one file. `reason` is one plain sentence for people that names the file. */
export type Upload =
	| { readonly outcome: 'delivered'; readonly file: UploadFile }
	| { readonly outcome: 'refused'; readonly file: UploadFile; readonly reason: string };

/** A file as it is sent. */
export interface Packed {
	readonly file: UploadFile;
	/** Its own name, or that of the zip that it is in. */
	readonly name: string;
	readonly bytes: Uint8Array;
}

/** A refusal for `reason`, a half sentence. Pure. */
export function refusal(file: UploadFile, reason: string): Upload {
	return { outcome: 'refused', file, reason: `Cannot hand over "${file.name}": ${reason}` };
}
