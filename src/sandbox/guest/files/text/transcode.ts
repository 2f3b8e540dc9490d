import { FileProblem } from '../file-problem.ts';
import { detectEncoding, type Encoding } from './detect-encoding.ts';

/** A text file as UTF-8, and how it is written. */
export interface FileText {
	readonly encoding: Encoding;
	/** UTF-8; of text that is UTF-8 the bytes as they are, broken ones too. */
	readonly bytes: Buffer;
}

/** The largest file that is read or written in another encoding than UTF-8, bytes: the guest has little memory. */
const largest = 4 * 1024 * 1024;

/** A file's text; undefined: it seems to be none, or is too large to be read so. */
export function readText(bytes: Buffer): FileText | undefined {
	const encoding = detectEncoding(bytes);
	if (encoding === undefined || encoding === 'utf-8') return encoding && { encoding, bytes };
	return bytes.length > largest ? undefined : { encoding, bytes: Buffer.from(decode(bytes, encoding)) };
}

/** A mark at the beginning is kept as a character. */
function decode(bytes: Uint8Array, encoding: Encoding): string {
	return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** Text as bytes of its file's encoding. Throws `FileProblem` for what cannot be written in it, or would change what was there. */
export function writeText(text: string, encoding: Encoding, before: Buffer): Buffer {
	const encode = encoderFor(encoding);
	if (!encode(decode(before, encoding)).equals(before)) {
		throw new FileProblem(`is written in ${encoding} and would not stay as it is elsewhere. Use Python`);
	}
	return encode(text);
}

function encoderFor(encoding: Encoding): (text: string) => Buffer {
	if (encoding === 'utf-8') return (text) => Buffer.from(text);
	if (encoding === 'utf-16le') return (text) => Buffer.from(text, 'utf16le');
	if (encoding === 'utf-16be') return (text) => Buffer.from(text, 'utf16le').swap16();
	const table = tableOf(encoding);
	return (text) => {
		const bytes = Buffer.alloc(2 * text.length);
		let length = 0;
		for (const character of text)
			for (const byte of table.get(character) ?? cannotWrite(character, encoding))
				length = bytes.writeUInt8(byte, length);
		return bytes.subarray(0, length);
	};
}

function cannotWrite(character: string, encoding: Encoding): never {
	throw new FileProblem(`was not changed: it is written in ${encoding}, which has no ${JSON.stringify(character)}`);
}

/** The bytes of every character of one or two bytes; where several stand for one, the first. */
function tableOf(encoding: Encoding): ReadonlyMap<string, readonly number[]> {
	const table = new Map<string, readonly number[]>();
	const decoder = new TextDecoder(encoding, { fatal: true });
	const add = (...bytes: readonly number[]) => {
		try {
			const text = decoder.decode(Uint8Array.from(bytes));
			if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
		} catch {
			// It stands for nothing.
		}
	};
	for (let byte = 0; byte < 0x100; byte += 1) add(byte);
	if (!encoding.startsWith('windows') && encoding !== 'koi8-r')
		for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
	return table;
}
