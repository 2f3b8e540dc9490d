import { isUtf8 } from 'node:buffer';
import { describeBytes, type HighBytes } from './high-bytes.ts';

/** Encodings that text is known by without a word about it, under the names of https://encoding.spec.whatwg.org/#names-and-labels */
export const encodings = [
	...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1251', 'koi8-r'] as const),
	...(['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'] as const),
] as const;
export type Encoding = (typeof encodings)[number];

/** So much of a file is looked at, bytes. */
const sampleSize = 64 * 1024;

/** The encoding that text seems to be in; undefined: none that is known, it is no text. Linear in the sample. */
export function detectEncoding(bytes: Buffer): Encoding | undefined {
	const sample = bytes.subarray(0, sampleSize);
	const wide = wideEncoding(sample);
	if (wide !== undefined || sample.includes(0)) return wide;
	const whole = sample.length === bytes.length ? sample : untilLastLine(sample);
	if (isUtf8(whole) || isMostlyUtf8(whole)) return 'utf-8';
	const high = describeBytes(whole);
	return tests.find(({ encoding, fits }) => fits(high) && decodes(whole, encoding))?.encoding;
}

/** A sample may end in the middle of a character, but not where a line ends. */
function untilLastLine(sample: Buffer): Buffer {
	const end = sample.lastIndexOf(10);
	return end > 0 ? sample.subarray(0, end) : sample.subarray(0, sample.length - 4);
}

const marks: readonly (readonly [Encoding, number, number])[] = [
	['utf-16le', 0xff, 0xfe],
	['utf-16be', 0xfe, 0xff],
];

/** UTF-16 by its mark, or by every other byte being zero, as in text whose letters are mostly Latin. */
function wideEncoding(sample: Buffer): Encoding | undefined {
	const even = sample.subarray(0, sample.length - (sample.length % 2));
	const marked = marks.find(([, first, second]) => sample[0] === first && sample[1] === second)?.[0];
	const found = marked ?? byZeros(even);
	return found !== undefined && isText(even, found) ? found : undefined;
}

function byZeros(sample: Buffer): Encoding | undefined {
	const zeros = [0, 0];
	for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
	const [first = 0, second = 0] = zeros.map((count) => count / (sample.length / 2));
	if (second > 0.3 && first < 0.02) return 'utf-16le';
	return first > 0.3 && second < 0.02 ? 'utf-16be' : undefined;
}

function isText(sample: Buffer, encoding: Encoding): boolean {
	try {
		const text = new TextDecoder(encoding, { fatal: true }).decode(sample);
		return countControls(text) <= text.length / 100;
	} catch {
		return false;
	}
}

/** Control characters but tab, line ends and form feed, and what is no character. */
function countControls(text: string): number {
	let count = 0;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code < 9 || (code > 13 && code < 32) || code >= 0xfffe) count += 1;
	}
	return count;
}

/** Text with a few broken bytes stays what it is. */
function isMostlyUtf8(sample: Buffer): boolean {
	let [broken, whole] = [0, 0];
	for (const character of new TextDecoder().decode(sample)) {
		if (character === '\ufffd') broken += 1;
		else if (character > '\x7f') whole += 1;
	}
	return broken <= whole;
}

function decodes(sample: Buffer, encoding: Encoding): boolean {
	try {
		new TextDecoder(encoding, { fatal: true }).decode(sample);
		return true;
	} catch {
		return false;
	}
}

interface EncodingTest {
	readonly encoding: Encoding;
	readonly fits: (high: HighBytes) => boolean;
}

/** In this order; each asks for what texts in it mostly are. A new one is a line. */
const tests: readonly EncodingTest[] = [
	{ encoding: 'windows-1252', fits: ({ all, together, strange }) => all <= 0.3 && together < 0.5 && strange < 0.1 },
	{ encoding: 'shift_jis', fits: ({ strange }) => strange >= 0.1 },
	{ encoding: 'euc-jp', fits: ({ pairs, oddRuns }) => pairs.kana > 0.2 && oddRuns === 0 },
	{ encoding: 'koi8-r', fits: (high) => isCyrillic(high) && high.upperHalf < 0.5 },
	{ encoding: 'windows-1251', fits: (high) => isCyrillic(high) && high.upperHalf >= 0.5 },
	{ encoding: 'big5', fits: ({ pairs }) => pairs.lowTrail > 0.15 && pairs.big5 > 0.6 },
	{ encoding: 'euc-kr', fits: ({ pairs, oddRuns }) => pairs.hangul > 0.8 && oddRuns === 0 },
	{ encoding: 'gb18030', fits: ({ pairs, oddRuns }) => pairs.hanzi > 0.6 && oddRuns === 0 },
];

function isCyrillic({ cyrillic, oddRuns, pairs }: HighBytes): boolean {
	return cyrillic > 0.85 && (oddRuns > 0 || pairs.hanzi < 0.5);
}
