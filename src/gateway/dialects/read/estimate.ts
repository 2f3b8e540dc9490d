/** Bytes of text for a token, rather too few: English has four and a half, code and other scripts three. */
const bytesPerToken = 3;
/** Of the pieces into which a text falls those that no tokenizer joins; in what people and programs write most are joined. */
const tokensPerPiece = 0.6;
/** A run of base64 that is as long may be a file. */
const longRun = 256;

/**
 * Tokens of a request, rather too many than too few, without those of its inline files, which have `fileCharacters` of base64. Text that is
 * made up so that a tokenizer finds little to join, of digits between letters or of rare signs, has up to three times the tokens of other
 * text: it is counted by its pieces. Pure; linear.
 */
export function tokensOf(written: string, fileCharacters: number): number {
	const bytes = Buffer.from(written);
	const pieces = quartersOf(bytes, fileCharacters) / 4;
	return Math.ceil(Math.max((bytes.length - fileCharacters) / bytesPerToken, pieces * tokensPerPiece));
}

/** Quarters of a piece, by byte: a small letter goes on with the piece before it, a blank is a part of the next one; a byte of another script may be a token. */
const quarters = Uint8Array.from({ length: 256 }, (_, byte) => quarterOf(String.fromCharCode(byte)));

function quarterOf(character: string): number {
	if (/[a-z]/.test(character)) return 1;
	if (/[A-Z]/.test(character)) return 2;
	return /[ \\]/.test(character) ? 0 : 4;
}

/** Whether a byte may stand in base64 as it is written here, with line breaks. */
const inBase64 = Uint8Array.from({ length: 256 }, (_, byte) =>
	/[A-Za-z0-9+/=\\]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** Of all bytes, but for so many of those in long runs of base64. */
function quartersOf(bytes: Uint8Array, fileCharacters: number): number {
	let sum = 0;
	let from = 0;
	let passing = fileCharacters;
	for (const [begin, end] of fileCharacters > 0 ? longRunsOf(bytes) : []) {
		const passed = Math.min(end - begin, passing);
		sum += sumOf(bytes, from, begin);
		from = begin + passed;
		passing -= passed;
	}
	return sum + sumOf(bytes, from, bytes.length);
}

function sumOf(bytes: Uint8Array, from: number, end: number): number {
	let sum = 0;
	for (let at = from; at < end; at += 1) sum += quarters[bytes[at] ?? 0] ?? 0;
	return sum;
}

/** Where each long run of base64 begins and ends. A run as long has one of every so many bytes. */
function* longRunsOf(bytes: Uint8Array): Generator<readonly [number, number]> {
	let at = 0;
	while (at + longRun <= bytes.length) {
		const probe = at + longRun - 1;
		const begin = beginOf(bytes, probe, at);
		const end = endOf(bytes, probe);
		if (end - begin >= longRun) yield [begin, end];
		at = end + 1;
	}
}

/** Where the run begins of which `probe` is one; not before `least`. */
function beginOf(bytes: Uint8Array, probe: number, least: number): number {
	let at = probe;
	while (at > least && inBase64[bytes[at - 1] ?? 0] === 1) at -= 1;
	return at;
}

/** Where the run ends of which `probe` is one: there itself where it is in none. */
function endOf(bytes: Uint8Array, probe: number): number {
	let at = probe;
	while (at < bytes.length && inBase64[bytes[at] ?? 0] === 1) at += 1;
	return at;
}
