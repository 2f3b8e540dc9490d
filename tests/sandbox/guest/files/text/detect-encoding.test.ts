import { describe, expect, it } from 'vitest';
import { detectEncoding } from '../../../../../src/sandbox/guest/files/text/detect-encoding.ts';
import { encode, samples } from './texts.ts';

/** As their encoding's own programs write them. */
const texts: readonly (readonly [string, string, Buffer])[] = [
	['windows-1252', 'French with dashes', Buffer.from('Ch\xe2teau \x96 12 \x80\n', 'latin1')],
	['windows-1252', 'German', Buffer.from('Stra\xdfe;M\xfcnchen\n', 'latin1')],
	['windows-1251', 'Russian', Buffer.from('cff0e8e2e5f22c20ece8f00a', 'hex')],
	['koi8-r', 'Russian', Buffer.from('f0d2c9d7c5d42c20cdc9d20a', 'hex')],
	['shift_jis', 'Japanese', Buffer.from('93fa967b8cea82cc835c838b8367816991e08145816a0a', 'hex')],
	['euc-jp', 'Japanese', Buffer.from('c6fccbdcb8eca4cea5bda5eba5c80a', 'hex')],
	['gb18030', 'Chinese', Buffer.from('c4e3bac3a3accac0bde7a1a30a', 'hex')],
	['utf-16le', 'Latin with a mark', Buffer.from('\ufeffCh\xe2teau\n', 'utf16le')],
	['utf-16le', 'Japanese with a mark', Buffer.from('\ufeff日本語だけ', 'utf16le')],
	['utf-16le', 'Latin without a mark', Buffer.from('Château and more\n', 'utf16le')],
	['utf-16be', 'Latin without a mark', Buffer.from('Château and more\n', 'utf16le').swap16()],
	['utf-8', 'Japanese', Buffer.from('日本語のテキスト\n')],
	['utf-8', 'ASCII', Buffer.from('plain\n')],
	['utf-8', 'German with one broken byte', Buffer.concat([Buffer.from('größer, Straße, Mün'), Buffer.from([0xff])])],
];

describe('the encoding of text', () => {
	it.each(texts)('is %s (%s)', (encoding, _what, bytes) => {
		expect(detectEncoding(bytes)).toBe(encoding);
	});

	const cases = Object.entries(samples).flatMap(([language, { text, known, others }]) =>
		[1, 40].flatMap((times) => [
			...known.map((encoding) => [encoding, encoding, language, times, text] as const),
			...others.map((encoding) => [undefined, encoding, language, times, text] as const),
		]),
	);

	it.each(cases)('is taken for %s where it is %s (%s, %i times)', (expected, encoding, _language, times, text) => {
		expect(detectEncoding(encode(text.repeat(times), encoding))).toBe(expected);
	});

	it.each([
		['of the Macintosh, in French', 'Château;Orléans;tôt', 'macintosh'],
		['of the Macintosh, in German', 'München;Größe', 'macintosh'],
		['of DOS, in Russian', 'Привет', 'ibm866'],
	])('is none of one word or two %s', (_what, text, encoding) => {
		expect(detectEncoding(encode(text, encoding))).toBeUndefined();
	});

	it('is none of what DOS wrote in Western Europe', () => {
		// Code page 437: 0x81 ü, 0x82 é, 0x84 ä, 0x93 ô, 0x94 ö, 0xa4 ñ, 0xe1 ß.
		for (const text of ['Stra\xe1e;Gr\x94\xe1e;M\x81nchen', 'Ch\x83teau d\x82j\x85;h\x93tel', 'Espa\xa4a;ma\xa4ana'])
			expect(detectEncoding(Buffer.from(text, 'latin1'))).toBeUndefined();
	});

	it('is that of the first lines that tell it, however late they come', () => {
		const plain = Buffer.from('1;Miller;London\n'.repeat(5_000));
		const late = (text: string, encoding: string) => detectEncoding(Buffer.concat([plain, encode(text, encoding)]));
		expect(late('9;Château déjà;Lyon\n', 'windows-1252')).toBe('windows-1252');
		expect(late('9;Château déjà;Lyon\n', 'macintosh')).toBeUndefined();
		expect(late('9;Привет, как дела;Москва\n', 'windows-1251')).toBe('windows-1251');
		expect(detectEncoding(Buffer.concat([plain, Buffer.from('9;Château;Lyon\n')]))).toBe('utf-8');
	});

	it('is none of what is no text', () => {
		const counting = Buffer.from(Array.from({ length: 500 }, (_, at) => 128 + (at % 120)));
		const scattered = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256));
		for (const bytes of [counting, scattered, Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1')])
			expect(detectEncoding(bytes)).toBeUndefined();
	});

	it('is that of its beginning, wherever a sample of it ends', () => {
		const lines = Buffer.concat(Array.from({ length: 10_000 }, () => Buffer.from('größer\n')));
		for (const cut of [0, 1, 2, 3]) expect(detectEncoding(lines.subarray(cut * 9))).toBe('utf-8');
		const wide = Buffer.concat(Array.from({ length: 5_000 }, () => Buffer.from('日本語')));
		expect(detectEncoding(wide)).toBe('utf-8');
	});
});
