/** Bytes of text for a token, rather too few: English has four and a half, code and other scripts three. */
const bytesPerToken = 3;
/** Of the pieces into which a text falls, those that no tokenizer joins; in what people and programs write most are joined. */
const tokensPerPiece = 0.6;
/** A run of base64 that is as long may be a file. */
const longRun = 256;

/**
 * Tokens of a request, rather too many than too few, without those of its inline files, which have `fileCharacters` of base64. Text that is
 * made up so that a tokenizer finds little to join, of digits between letters or of rare signs, has up to three times the tokens of other
 * text: it is counted by its pieces. Pure; linear.
 */
export function tokensOf(written: string, fileCharacters: number): number {
	const bytes = Buffer.byteLength(written) - fileCharacters;
	return Math.ceil(Math.max(bytes / bytesPerToken, piecesOf(written, fileCharacters) * tokensPerPiece));
}

/** Of one character: a lower letter goes on with the piece before it, a blank is a part of the next one. */
const weights = Float64Array.from({ length: 128 }, (_, code) => weightOf(String.fromCharCode(code)));

function weightOf(character: string): number {
	if (/[a-z]/.test(character)) return 0.25;
	if (/[A-Z]/.test(character)) return 0.5;
	return /[ \\]/.test(character) ? 0 : 1;
}

/** Whether a character may stand in base64 as it is written here, with line breaks. */
const inBase64 = Uint8Array.from({ length: 128 }, (_, code) =>
	/[A-Za-z0-9+/=\\]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** A byte of another script may be a token. */
function pieceOf(code: number): number {
	if (code < 128) return weights[code] ?? 1;
	return code < 0x800 ? 2 : 3;
}

/** The pieces of a text, of whose long runs of base64 so many characters are none. */
function piecesOf(text: string, fileCharacters: number): number {
	let pieces = 0;
	let passing = fileCharacters;
	let run = { from: 0, pieces: 0 };

	function endRun(at: number): void {
		const length = at - run.from;
		const passed = length < longRun ? 0 : Math.min(length, passing);
		if (passed > 0) pieces -= (pieces - run.pieces) * (passed / length);
		passing -= passed;
	}

	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		pieces += pieceOf(code);
		if (inBase64[code] === 1) continue;
		endRun(at);
		run = { from: at + 1, pieces };
	}
	endRun(text.length);
	return pieces;
}
