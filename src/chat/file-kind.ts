/** A file as far as its first bytes tell. */
export type FileKind = 'document' | 'picture' | 'video' | 'sound' | 'other';

/** So many bytes of a file tell its kind. */
export const headBytes = 4096;

/** In latin1: the file has `begins` at byte `at` and, where it is given, one of `names` in its head. */
interface Sign {
	readonly at: number;
	readonly begins: string;
	readonly kind: FileKind;
	readonly names?: RegExp;
}

/**
 * Sources: the PNG, JPEG, GIF and RIFF specifications, ISO/IEC 14496-12 (`ftyp` and its brands), RFC 8794 (EBML: Matroska, WebM), RFC 3533 (Ogg),
 * ID3v2.4, MPEG-1 audio's sync word; ECMA-376 for the names of the first parts of an Office file, [MS-CFB] for those from before 2007.
 */
const signs: readonly Sign[] = [
	{ at: 0, begins: '%PDF-', kind: 'document' },
	{
		at: 0,
		begins: 'PK\x03\x04',
		kind: 'document',
		names: /\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|ppt\/|xl\//,
	},
	{ at: 0, begins: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', kind: 'document' },
	{ at: 0, begins: '\x89PNG\r\n\x1a\n', kind: 'picture' },
	{ at: 0, begins: '\xff\xd8\xff', kind: 'picture' },
	{ at: 0, begins: 'GIF87a', kind: 'picture' },
	{ at: 0, begins: 'GIF89a', kind: 'picture' },
	{ at: 8, begins: 'WEBP', kind: 'picture' },
	...['heic', 'heix', 'mif1', 'avif'].map((brand): Sign => ({ at: 4, begins: `ftyp${brand}`, kind: 'picture' })),
	...['M4A ', 'M4B '].map((brand): Sign => ({ at: 4, begins: `ftyp${brand}`, kind: 'sound' })),
	{ at: 4, begins: 'ftyp', kind: 'video' },
	{ at: 0, begins: '\x1a\x45\xdf\xa3', kind: 'video' },
	{ at: 8, begins: 'AVI ', kind: 'video' },
	{ at: 8, begins: 'WAVE', kind: 'sound' },
	...['OggS', 'fLaC', 'ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2'].map(
		(begins): Sign => ({ at: 0, begins, kind: 'sound' }),
	),
];

/** The formats of pictures that models take: https://platform.openai.com/docs/guides/images-vision, "Image input requirements". */
const pictureTypes: readonly (readonly [begins: string, at: number, type: string])[] = [
	['\x89PNG\r\n\x1a\n', 0, 'image/png'],
	['\xff\xd8\xff', 0, 'image/jpeg'],
	['GIF8', 0, 'image/gif'],
	['WEBP', 8, 'image/webp'],
];

/** The media type of a picture that begins with these bytes, or undefined for one that models do not take. Pure. */
export function pictureType(head: Uint8Array): string | undefined {
	const start = Buffer.from(head.subarray(0, headBytes)).toString('latin1');
	return pictureTypes.find(([begins, at]) => start.startsWith(begins, at))?.[2];
}

/** The kind of a file that begins with these bytes, whatever it is called. Pure. */
export function kindOfFile(head: Uint8Array): FileKind {
	const start = Buffer.from(head.subarray(0, headBytes)).toString('latin1');
	const sign = signs.find(({ at, begins, names }) => start.startsWith(begins, at) && (names?.test(start) ?? true));
	return sign?.kind ?? 'other';
}
