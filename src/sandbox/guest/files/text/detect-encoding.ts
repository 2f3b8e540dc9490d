import { isAscii, isUtf8 } from 'node:buffer';
import { cyrillic, japanese, korean, type Looks, looksSo, simplified, traditional, western } from './plausible-text.ts';

/** Encodings that text is known by without a word about it, under the names of https://encoding.spec.whatwg.org/#names-and-labels */
export const encodings = [
	...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1251', 'koi8-r'] as const),
	...(['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'] as const),
] as const;
export type Encoding = (typeof encodings)[number];

/** So much of a file is looked at, bytes. */
const sampleSize = 64 * 1024;

/** So much of that is read as text in each encoding. */
const readSize = 16 * 1024;

/** The encoding that text seems to be in; undefined: it is no text, or in none that is known, or in one that is not told from others. Linear. */
export function detectEncoding(bytes: Buffer): Encoding | undefined {
	const head = bytes.subarray(0, sampleSize);
	const wide = wideEncoding(head);
	if (wide !== undefined || head.includes(0)) return wide;
	const from = firstOddLine(bytes);
	const sample = bytes.subarray(from, from + sampleSize);
	const whole = from + sample.length === bytes.length ? sample : untilLastLine(sample);
	if (isUtf8(whole) || isMostlyUtf8(whole)) return 'utf-8';
	const [found, other] = tests.filter(({ encoding, looks }) => {
		const text = decode(whole, encoding);
		return text !== undefined && looksSo(text.slice(0, readSize), looks);
	});
	return other === undefined ? found?.encoding : undefined;
}

/** ASCII says nothing: a table may be so for long before the first name that is not. The beginning of the line of the first other byte, or near it. */
function firstOddLine(bytes: Buffer): number {
	const at = firstOdd(bytes);
	return at === -1 ? 0 : Math.max(bytes.lastIndexOf(10, at) + 1, at - readSize / 4);
}

/** Where the first byte is that is not ASCII; -1: nowhere. */
export function firstOdd(bytes: Uint8Array): number {
	let at = 0;
	while (at < bytes.length && isAscii(bytes.subarray(at, at + sampleSize))) at += sampleSize;
	return at < bytes.length ? at + bytes.subarray(at).findIndex((byte) => byte >= 0x80) : -1;
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

function decode(sample: Buffer, encoding: Encoding): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(sample);
	} catch {
		return undefined;
	}
}

/** How text in each looks; it is in one of them only if it can be in no other. A new one is a line. */
const tests: readonly { readonly encoding: Encoding; readonly looks: Looks }[] = [
	{ encoding: 'windows-1252', looks: western },
	{ encoding: 'shift_jis', looks: japanese },
	{ encoding: 'euc-jp', looks: { ...japanese, least: 6 } },
	{ encoding: 'koi8-r', looks: cyrillic },
	{ encoding: 'windows-1251', looks: cyrillic },
	{ encoding: 'big5', looks: traditional },
	{ encoding: 'euc-kr', looks: korean },
	{ encoding: 'gb18030', looks: simplified },
];
