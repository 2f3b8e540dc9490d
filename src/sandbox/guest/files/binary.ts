import { isUtf8 } from 'node:buffer';

/** First bytes of files that people often hand in, in latin1. */
const kinds: readonly (readonly [string, string])[] = [
	['\x89PNG', 'a PNG image'],
	['\xff\xd8\xff', 'a JPEG image'],
	['GIF8', 'a GIF image'],
	['%PDF', 'a PDF'],
	['PK\x03\x04', 'a ZIP archive, as .xlsx, .docx and .pptx are'],
	['\x1f\x8b', 'gzip data'],
	['\x7fELF', 'a program'],
	['SQLite format 3', 'an SQLite database'],
	['PAR1', 'a Parquet file'],
	['\xff\xfe', 'perhaps UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8'],
	['\xfe\xff', 'perhaps UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8'],
];

/** So much of a file is looked at, bytes. */
const sampleSize = 64 * 1024;

/** With a larger share of bytes that are not UTF-8, it is not text in an old 8-bit encoding either. */
const strangeShare = 0.3;

/** The kind that a binary file seems to be, or undefined for text. */
export function binaryKind(bytes: Buffer): string | undefined {
	const sample = bytes.subarray(0, sampleSize);
	const start = sample.toString('latin1', 0, 16);
	const known = kinds.find(([magic]) => start.startsWith(magic));
	const isBinary =
		sample.includes(0) || start.startsWith('%PDF') || (!isUtf8(bytes) && strangeness(sample) > strangeShare);
	return isBinary ? (known?.[1] ?? 'not text') : undefined;
}

function strangeness(sample: Buffer): number {
	const text = new TextDecoder().decode(sample);
	const strange = text.split('\ufffd').length - 1;
	return strange / Math.max(1, sample.length);
}
