import { safeFileName, takeName } from '../../file-name.ts';
import type { Upload, UploadFile } from '../../present/surface.ts';
import { createZip } from '../../zip-files.ts';
import { type NotReadable, readNotEmpty } from './read-not-empty.ts';
import type { Parcel } from './upload-file.ts';

export interface Packed {
	/** Undefined when nothing is left to send. */
	readonly bytes: Uint8Array | undefined;
	/** The files that the bytes hold. */
	readonly files: readonly UploadFile[];
	readonly refused: readonly Upload[];
}

/** Reads what is to be sent; a file that cannot be sent does not keep the others back. Rejects with the signal's reason. */
export async function packParcel(parcel: Parcel, maxBytes: number, signal: AbortSignal): Promise<Packed> {
	const [only, ...others] = parcel.files;
	if (only === undefined || others.length > 0) return zipped(parcel, maxBytes, signal);
	const content = await readNotEmpty(only, maxBytes, signal);
	if ('bytes' in content) return { bytes: content.bytes, files: [only], refused: [] };
	return { bytes: undefined, files: [], refused: [refusal(only, content)] };
}

async function zipped({ files }: Parcel, maxBytes: number, signal: AbortSignal): Promise<Packed> {
	const zip = await createZip();
	const names = new Set<string>();
	const held: UploadFile[] = [];
	const refused: Upload[] = [];
	for (const file of files) {
		const content = await readNotEmpty(file, maxBytes, signal);
		if ('bytes' in content) {
			await zip.add(takeName(safeFileName(file.name), names), content.bytes);
			held.push(file);
		} else refused.push(refusal(file, content));
	}
	return { bytes: held.length === 0 ? undefined : zip.end(), files: held, refused };
}

function refusal(file: UploadFile, { reason, until }: NotReadable): Upload {
	return { outcome: 'refused', file, until, reason: `Cannot hand over "${file.name}": ${reason}` };
}
