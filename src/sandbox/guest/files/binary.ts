import { isUtf8 } from 'node:buffer';
import { formatOf } from '../../../base/file-kind.ts';

/** So much of a file is looked at, bytes. */
const sampleSize = 64 * 1024;

/** With a larger share of bytes that are not UTF-8, it is not text in an old 8-bit encoding either. */
const strangeShare = 0.3;

const wide = 'perhaps UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8';

/** The kind that a binary file seems to be, or undefined for text. */
export function binaryKind(bytes: Buffer): string | undefined {
	const sample = bytes.subarray(0, sampleSize);
	const { kind, name } = formatOf(sample);
	const hasZeros = sample.includes(0);
	const isBinary = hasZeros || kind === 'document' || (!isUtf8(bytes) && strangeness(sample) > strangeShare);
	if (!isBinary) return undefined;
	return name ?? (hasZeros && kind === 'text' ? wide : 'not text');
}

function strangeness(sample: Buffer): number {
	const text = new TextDecoder().decode(sample);
	const strange = text.split('\ufffd').length - 1;
	return strange / Math.max(1, sample.length);
}
