import { describe, expect, it } from 'vitest';
import { detectEncoding } from '../../../../../src/sandbox/guest/files/text/detect-encoding.ts';

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
