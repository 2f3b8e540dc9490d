import { deflateRawSync } from 'node:zlib';
import { formatBytes } from '../../../base/text/format-bytes.ts';
import { safeFileName } from '../../file-name.ts';
import { readContent } from '../../present/artifact-content.ts';
import type { Upload, UploadFile } from '../../present/surface.ts';
import { createZip } from '../../zip-files.ts';
import { type Packed, refusal } from './upload-file.ts';

export interface PackLimits {
	/** The largest file that Discord takes in that place, bytes. */
	readonly place: number;
	/** The largest one that is handed out at all. */
	readonly ours: number;
}

/** A file as it can be sent: by itself, or in a zip where it is too large otherwise; else why it cannot be. Rejects with the signal's reason. */
export async function packFile(file: UploadFile, limits: PackLimits, signal: AbortSignal): Promise<Packed | Upload> {
	if (file.size > limits.ours) return refusal(file, tooLarge(file, limits.ours));
	const content = await readContent(file.content, file.size, signal);
	if ('reason' in content) return refusal(file, content.reason, 'later');
	const name = safeFileName(file.name);
	if (content.bytes.length <= limits.place) return { file, name, bytes: content.bytes };
	return await packSmaller({ file, name, bytes: content.bytes }, limits.place);
}

/** A file zipped, where that brings it below `most` bytes; else a refusal. */
export async function packSmaller({ file, name, bytes }: Packed, most: number): Promise<Packed | Upload> {
	const why = `${tooLarge(file, most)} that holds here, as a zip too`;
	if (name === zipName(file) || !maySqueeze(bytes)) return refusal(file, why);
	const zip = await createZip();
	await zip.add(safeFileName(file.name), bytes);
	const zipped = zip.end();
	if (zipped.length > most) return refusal(file, why);
	return { file, name: zipName(file), bytes: zipped };
}

const sampleBytes = 64 * 1024;

/** Whether a zip may be smaller by something: what is packed already (videos, archives) takes long, and comes to nothing. */
function maySqueeze(bytes: Uint8Array): boolean {
	const starts = [0, (bytes.length - sampleBytes) / 2, bytes.length - sampleBytes].map((at) =>
		Math.max(0, Math.floor(at)),
	);
	const samples = starts.map((at) => bytes.subarray(at, at + sampleBytes));
	return samples.some((sample) => deflateRawSync(sample, { level: 1 }).length < sample.length * 0.97);
}

function zipName(file: UploadFile): string {
	return safeFileName(`${file.name}.zip`);
}

function tooLarge({ size }: UploadFile, most: number): string {
	return `it has ${formatBytes(size)}, more than the limit of ${formatBytes(most)}`;
}
