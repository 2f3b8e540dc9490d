/** Both leave room for a suffix under the 255 bytes that ext4, APFS and NTFS allow one name. */
const maxCharacters = 120;
const maxBytes = 200;

/**
 * Control, format (bidi marks, zero-width) and other characters that show nothing or change what stands beside them.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** White space, line breaks too. */
const space = /[\t-\r\u0085\p{Z}]/gu;

/** Characters that Windows refuses in a name, and the mark of bytes that were no text. */
const forbidden = /[<>:"|?*\uFFFD]/gu;

/** Device names of Windows, taken with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\s*(?:\.|$))/iu;

/**
 * A file name fit for every platform and for printing, made of `raw`, which may be a path of either kind: its last part
 * that has something to show, NFC, without control, bidi or zero-width characters, without dots, spaces or dashes at
 * its edges where they harm, at most 120 characters and 200 bytes with the extension kept. Never empty ("file"). Safe
 * names stay as they are.
 */
export function safeName(raw: string): string {
	const parts = raw.toWellFormed().split(/[/\\]/u).map(cleanPart);
	const name = parts.findLast((part) => part !== '') ?? 'file';
	const { stem, extension } = splitExtension(name.replace(reserved, '_$&'));
	return shorten(stem, extension);
}

/**
 * `name`, or the first of `stem-2.ext`, `stem-3.ext`, … that is not taken; a safe name stays within the limits of safe
 * names.
 */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
	let candidate = name;
	for (let number = 2; taken.has(candidate); number += 1) candidate = numberedName(name, number);
	return candidate;
}

/** `stem-2.ext` of `stem.ext` and 2. */
export function numberedName(name: string, number: number): string {
	const { stem, extension } = splitExtension(name);
	return shorten(stem, `-${number}${extension}`);
}

/**
 * `raw` on one line for a message: what shows nothing or reorders text becomes U+FFFD, white space becomes a space,
 * more than `limit` characters are cut in the middle. Never empty.
 */
export function printable(raw: string, limit = maxCharacters): string {
	const text = raw.toWellFormed().replace(space, ' ').replace(unprintable, '\uFFFD').trim();
	const characters = [...text];
	if (characters.length <= limit) return text || '(no name)';
	const tail = Math.floor(limit / 3);
	return `${characters.slice(0, limit - tail - 1).join('')}…${characters.slice(-tail).join('')}`;
}

function cleanPart(part: string): string {
	return part
		.replace(space, ' ')
		.replace(unprintable, '')
		.replace(/ +/gu, ' ')
		.normalize('NFC')
		.replace(forbidden, '_')
		.replace(/^[\s.\-\p{M}]+/u, '')
		.replace(/(?<![\s.])[\s.]+$/u, '');
}

function splitExtension(name: string): { stem: string; extension: string } {
	const match = /^(?<stem>.+?)(?<extension>(?:\.tar)?\.[\p{L}\p{N}]{1,16})$/u.exec(name);
	return { stem: match?.groups?.['stem'] ?? name, extension: match?.groups?.['extension'] ?? '' };
}

function shorten(stem: string, ending: string): string {
	const whole = stem + ending;
	if (whole.length * 3 <= maxBytes || fits(whole)) return whole;
	const characters = [...stem].slice(0, maxCharacters - [...ending].length);
	while (!fits(characters.join('') + ending)) characters.pop();
	return characters.join('').replace(/(?<![\s.])[\s.]+$/u, '') + ending;
}

function fits(name: string): boolean {
	return [...name].length <= maxCharacters && Buffer.byteLength(name) <= maxBytes;
}
