/** A `document` is read by us and a `picture` is shown; `drawn` is a picture in a form that is not. */
export type FileKind = 'document' | 'picture' | 'drawn' | 'video' | 'sound' | 'binary' | 'text';

/** A file as far as its first bytes tell. */
export interface FileFormat {
	readonly kind: FileKind;
	/** With its article, as in "a PNG image"; missing where only its kind is known. */
	readonly name?: string;
	/** The media type of a picture that models take. */
	readonly type?: string;
}

/** So many bytes of a file tell its kind. */
export const headBytes = 4096;

interface Line extends FileFormat {
	readonly name: string;
	/** In latin1: the file begins with one of these, in which {@link any} stands for a byte that may be any. */
	readonly signs: readonly string[];
	/** Its head holds this as well. */
	readonly holds?: RegExp;
}

/** No byte is it. */
const any = '…';
const ftyp = `${any.repeat(4)}ftyp`;
const riff = `RIFF${any.repeat(4)}`;
const packed = 'PK\x03\x04';

/** Formats of bytes that are no text, though some begin with words. A text, which has no control characters, is none of them. */
const binaries: readonly Line[] = [
	// ISO 32000-1, annex H.3.4.1: readers look for it in the first 1,024 bytes.
	{ kind: 'document', name: 'a PDF', signs: [''], holds: /^[\s\S]{0,1019}%PDF-\d/ },
	// OpenDocument 1.3, part 2, 3.3: its first entry; ECMA-376: the first parts of an Office file.
	{
		kind: 'binary',
		name: 'an OpenDocument file, as LibreOffice writes',
		signs: [`${packed}${any.repeat(26)}mimetypeapplication/vnd.oasis.opendocument`],
	},
	{
		kind: 'document',
		name: 'an Office file',
		signs: [packed],
		holds: /\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|ppt\/|xl\//,
	},
	{ kind: 'binary', name: 'a ZIP archive', signs: [packed, 'PK\x05\x06'] },
	// [MS-CFB]: with a password, too.
	{ kind: 'document', name: 'an Office file from before 2007', signs: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'] },
	// Those that models take: https://platform.openai.com/docs/guides/images-vision, "Image input requirements".
	{ kind: 'picture', name: 'a PNG image', signs: ['\x89PNG\r\n\x1a\n'], type: 'image/png' },
	{ kind: 'picture', name: 'a JPEG image', signs: ['\xff\xd8\xff'], type: 'image/jpeg' },
	{ kind: 'picture', name: 'a GIF image', signs: ['GIF87a', 'GIF89a'], type: 'image/gif' },
	{ kind: 'picture', name: 'a WebP image', signs: [`${riff}WEBP`], type: 'image/webp' },
	{ kind: 'drawn', name: 'a TIFF image', signs: ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'] },
	{ kind: 'drawn', name: 'a BMP image', signs: [`BM${any.repeat(4)}\0\0\0\0`] },
	{ kind: 'drawn', name: 'an icon (ICO)', signs: [`\0\0\x01\0${any}\0`, `\0\0\x02\0${any}\0`] },
	{ kind: 'drawn', name: 'a Photoshop image (PSD)', signs: ['8BPS\0\x01', '8BPS\0\x02'] },
	{ kind: 'drawn', name: 'a JPEG XL image', signs: ['\xff\x0a', '\0\0\0\x0cJXL '] },
	{ kind: 'drawn', name: 'a JPEG 2000 image', signs: ['\0\0\0\x0cjP  '] },
	// ISO/IEC 14496-12 (`ftyp` and its brands), 23008-12 for those of HEIF, and AV1 Image File Format 1.1.
	{
		kind: 'drawn',
		name: 'a HEIC image',
		signs: ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'].map((one) => ftyp + one),
	},
	{ kind: 'drawn', name: 'an AVIF image', signs: [`${ftyp}avif`, `${ftyp}avis`] },
	{ kind: 'sound', name: 'an M4A recording', signs: [`${ftyp}M4A `, `${ftyp}M4B `] },
	{ kind: 'video', name: 'an MP4 video', signs: [ftyp] },
	// RFC 8794 (Matroska, WebM), and the specifications of AVI, FLV, ASF and MPEG-1.
	{ kind: 'video', name: 'a Matroska or WebM video', signs: ['\x1a\x45\xdf\xa3'] },
	{ kind: 'video', name: 'an AVI video', signs: [`${riff}AVI `] },
	{ kind: 'video', name: 'an FLV video', signs: ['FLV\x01'] },
	{ kind: 'video', name: 'a Windows Media file', signs: ['\x30\x26\xb2\x75\x8e\x66\xcf\x11'] },
	{ kind: 'video', name: 'an MPEG video', signs: ['\0\0\x01\xba', '\0\0\x01\xb3'] },
	// RFC 3533 (Ogg), ID3v2.4, the sync words of MPEG-1 audio and ADTS, RFC 4867 (AMR).
	{ kind: 'sound', name: 'a WAV recording', signs: [`${riff}WAVE`] },
	{ kind: 'sound', name: 'an Ogg recording', signs: ['OggS\0'] },
	{ kind: 'sound', name: 'a FLAC recording', signs: ['fLaC\0', 'fLaC\x80'] },
	{
		kind: 'sound',
		name: 'an MP3 recording',
		signs: ['ID3\x02', 'ID3\x03', 'ID3\x04', '\xff\xfb', '\xff\xf3', '\xff\xf2', '\xff\xfa'],
	},
	{ kind: 'sound', name: 'an AAC recording', signs: ['\xff\xf1', '\xff\xf9'] },
	{ kind: 'sound', name: 'an AIFF recording', signs: [`FORM${any.repeat(4)}AIFF`, `FORM${any.repeat(4)}AIFC`] },
	{ kind: 'sound', name: 'an AMR recording', signs: ['#!AMR'] },
	{ kind: 'sound', name: 'a MIDI file', signs: ['MThd\0\0\0\x06'] },
	// Archives, databases and programs: the signs in magic/Magdir/{archive,compress,sql,elf,msdos} of file 5.46.
	{ kind: 'binary', name: 'a RAR archive', signs: ['Rar!\x1a\x07'] },
	{ kind: 'binary', name: 'a 7z archive', signs: ['7z\xbc\xaf\x27\x1c'] },
	{ kind: 'binary', name: 'gzip data', signs: ['\x1f\x8b'] },
	{ kind: 'binary', name: 'bzip2 data', signs: ['BZh'] },
	{ kind: 'binary', name: 'xz data', signs: ['\xfd7zXZ\0'] },
	{ kind: 'binary', name: 'Zstandard data', signs: ['\x28\xb5\x2f\xfd'] },
	{ kind: 'binary', name: 'a tar archive', signs: [`${any.repeat(257)}ustar`] },
	{ kind: 'binary', name: 'an SQLite database', signs: ['SQLite format 3\0'] },
	{ kind: 'binary', name: 'a Parquet file', signs: ['PAR1'] },
	{ kind: 'binary', name: 'a program', signs: ['\x7fELF', 'MZ'] },
];

const texts: readonly Line[] = [
	{ kind: 'document', name: 'a PDF', signs: ['%PDF-', '\xef\xbb\xbf%PDF-'] },
	{ kind: 'text', name: 'an RTF document: its words stand between its control words', signs: ['{\\rtf'] },
	{
		kind: 'text',
		name: 'a drawing as XML (SVG): you can read its source, not see it',
		signs: ['<svg', '<?xml', '<!--', '<!DOCTYPE svg', '\xef\xbb\xbf<'],
		holds: /<svg[\s>]/,
	},
];

/** The format of a file that begins with these bytes, whatever it is called. Pure. */
export function formatOf(bytes: Uint8Array): FileFormat {
	const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1');
	const found = (controlsIn(head) === 0 ? texts : [...binaries, ...texts]).find((line) => isOf(head, line));
	if (found === undefined) return { kind: isBinary(head) ? 'binary' : 'text' };
	const { kind, name, type } = found;
	return { kind, name, ...(type !== undefined && { type }) };
}

function isOf(head: string, { signs, holds }: Line): boolean {
	return signs.some((sign) => begins(head, sign)) && (holds?.test(head) ?? true);
}

function begins(head: string, sign: string): boolean {
	for (let at = 0; at < sign.length; at += 1) if (sign[at] !== any && sign[at] !== head[at]) return false;
	return head.length >= sign.length;
}

/** With a larger share of control characters it is no text in any encoding. */
const mostControls = 0.02;

function isBinary(head: string): boolean {
	return !isWide(head) && (head.includes('\0') || controlsIn(head) > mostControls * head.length);
}

/** Tabs, the ends of lines and pages, and what terminals are told by, stand in texts as well. */
const ofTexts = new Set([7, 8, 9, 10, 11, 12, 13, 27]);

function controlsIn(head: string): number {
	let count = 0;
	for (let at = 0; at < head.length; at += 1) {
		const code = head.charCodeAt(at);
		if (code === 127 || (code < 32 && !ofTexts.has(code))) count += 1;
	}
	return count;
}

/** UTF-16: by its mark, or as every other byte is zero in most of what is written in it. */
function isWide(head: string): boolean {
	if (head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff')) return true;
	const zeros = [0, 0];
	for (let at = head.indexOf('\0'); at !== -1; at = head.indexOf('\0', at + 1))
		zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	const others = controlsIn(head) - even - odd;
	return Math.min(even, odd) === 0 && even + odd > head.length * 0.15 && others <= mostControls * head.length;
}
