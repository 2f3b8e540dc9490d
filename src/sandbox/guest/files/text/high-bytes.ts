/** How the bytes above ASCII stand in a text: shares, from 0 to 1. */
export interface HighBytes {
	/** Of all bytes. */
	readonly all: number;
	/** Of them, those beside another one. */
	readonly together: number;
	/** Of them, those that are controls in ISO 8859 and seldom used in Windows' encodings. */
	readonly strange: number;
	/** Of them, those that are Cyrillic letters in either encoding; and, of these, in the upper half, which is lower case in windows-1251. */
	readonly cyrillic: number;
	readonly upperHalf: number;
	/** Of their runs, those of an odd length. */
	readonly oddRuns: number;
	readonly pairs: Pairs;
}

/** Read as characters of two bytes: of these, those that begin or end so. */
export interface Pairs {
	/** Kana in EUC-JP. */
	readonly kana: number;
	/** Hangul in EUC-KR. */
	readonly hangul: number;
	/** Common hanzi and punctuation in GB 2312. */
	readonly hanzi: number;
	/** Common hanzi and punctuation in Big5. */
	readonly big5: number;
	/** With a second byte of ASCII's range. */
	readonly lowTrail: number;
}

/** In windows-1252: the euro sign, the ellipsis, quotes, dashes, the trade mark. */
const usual = new Set([0x80, 0x82, 0x84, 0x85, 0x8a, 0x8c, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9a, 0x9c]);

const isHigh = (byte: number | undefined) => byte !== undefined && byte >= 0x80;
const isBetween = (byte: number, from: number, to: number) => byte >= from && byte <= to;

/** Pure, and linear. */
export function describeBytes(bytes: Uint8Array): HighBytes {
	const high = [...bytes.entries()].filter(([, byte]) => isHigh(byte));
	const values = high.map(([, byte]) => byte);
	const cyrillic = values.filter((byte) => byte >= 0xc0 || byte === 0xa3 || byte === 0xa8 || byte === 0xb8);
	const runs = runsOf(bytes);
	return {
		all: ratio(high.length, bytes.length),
		together: ratio(high.filter(([at]) => isHigh(bytes[at - 1]) || isHigh(bytes[at + 1])).length, high.length),
		strange: ratio(values.filter((byte) => byte < 0xa0 && !usual.has(byte)).length, high.length),
		cyrillic: ratio(cyrillic.length, high.length),
		upperHalf: ratio(cyrillic.filter((byte) => byte >= 0xe0).length, cyrillic.length),
		oddRuns: ratio(runs.filter((length) => length % 2 === 1).length, runs.length),
		pairs: describePairs(bytes),
	};
}

function runsOf(bytes: Uint8Array): readonly number[] {
	const runs: number[] = [];
	let length = 0;
	for (const byte of bytes) {
		if (isHigh(byte)) length += 1;
		else if (length > 0) {
			runs.push(length);
			length = 0;
		}
	}
	return length > 0 ? [...runs, length] : runs;
}

function describePairs(bytes: Uint8Array): Pairs {
	const pairs: (readonly [number, number])[] = [];
	for (let at = 0; at + 1 < bytes.length; at += 1) {
		const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]];
		if (!isHigh(lead)) continue;
		pairs.push([lead, trail]);
		at += 1;
	}
	const share = (fits: (lead: number, trail: number) => boolean) =>
		ratio(pairs.filter(([lead, trail]) => fits(lead, trail)).length, pairs.length);
	return {
		kana: share((lead, trail) => isBetween(lead, 0xa4, 0xa5) && trail >= 0xa1),
		hangul: share((lead, trail) => isBetween(lead, 0xb0, 0xc8) && trail >= 0xa1),
		hanzi: share((lead, trail) => (isBetween(lead, 0xb0, 0xd7) || isBetween(lead, 0xa1, 0xa3)) && trail >= 0xa1),
		big5: share((lead) => isBetween(lead, 0xa1, 0xc6)),
		lowTrail: share((_lead, trail) => isBetween(trail, 0x40, 0x7e)),
	};
}

function ratio(part: number, whole: number): number {
	return whole === 0 ? 0 : part / whole;
}
