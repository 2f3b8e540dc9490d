import { describe, expect, it } from 'vitest';
import { formatOf } from '../../src/base/file-kind.ts';

const of = (head: string) => formatOf(Buffer.from(head, 'latin1'));

it.each([
	['%PDF-1.7', 'document'],
	['\xef\xbb\xbf%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'document'],
	['HTTP header\r\n\r\n%PDF-1.4\n%\xe2\xe3\xcf\xd3\n\x01', 'document'],
	['PK\x03\x04\x14\0\x06\0[Content_Types].xml', 'document'],
	['PK\x03\x04\x14\0\0\0xl/workbook.xml', 'document'],
	['PK\x03\x04\x14\0\0\0photos/1.jpg', 'binary'],
	['\x89PNG\r\n\x1a\n', 'picture'],
	['\xff\xd8\xff\xe0\0\x10JFIF\0', 'picture'],
	['RIFF\x10\0\0\0WEBPVP8 ', 'picture'],
	['II*\0\x08\0\0\0', 'drawn'],
	['BM\x36\0\x0c\0\0\0\0\0\x36\0\0\0', 'drawn'],
	['\0\0\x01\0\x01\0\x10\x10', 'drawn'],
	['8BPS\0\x01\0\0', 'drawn'],
	['RIFF\x10\0\0\0WAVEfmt ', 'sound'],
	['ID3\x04\0\0', 'sound'],
	['OggS\0\x02', 'sound'],
	['\0\0\0\x20ftypisom', 'video'],
	['\0\0\0\x20ftypM4A ', 'sound'],
	...['heic', 'heix', 'hevc', 'heim', 'mif1', 'msf1', 'avif'].map((brand) => [`\0\0\0\x20ftyp${brand}`, 'drawn']),
	['', 'text'],
	['name,value\n', 'text'],
])('The first bytes %j are those of a %s', (head, kind) => {
	expect(of(head).kind).toBe(kind);
});

describe('what is no text', () => {
	it.each([
		['Rar!\x1a\x07\x01\0', 'a RAR archive'],
		['7z\xbc\xaf\x27\x1c\0\x04', 'a 7z archive'],
		['\x1f\x8b\x08\0', 'gzip data'],
		['SQLite format 3\0', 'an SQLite database'],
		['PAR1\x15\x04', 'a Parquet file'],
		[`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`, 'an OpenDocument file'],
	])('has a name: %j', (head, name) => {
		expect(of(head)).toEqual({ kind: 'binary', name: expect.stringContaining(name) });
	});

	it.each([
		['a zero byte', 'abc\0def'],
		['control characters', '\x01\x02\x03words of it'],
	])('is known by %s', (_what, head) => {
		expect(of(head)).toEqual({ kind: 'binary' });
	});
});

describe('a text', () => {
	it.each([
		'Convert WEBP to PNG',
		'Convert WAVE files',
		'RIFF and WAVE',
		'ID3;Name\n1;Ann',
		'GIF89a is a format',
		'BMW sales',
		'PAR1 is what a Parquet file begins with',
		'my ftypical day',
		'the sign of a PDF is %PDF-1.7',
		'Caf\xe9, in latin1',
		'MZ \xe9t\xe9',
		'\xff\xf1\xed\xee, \xec\xe8\xf0',
		'\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0',
		'\xff\xfew\0o\0r\0d\0s\0',
		'w\0o\0r\0d\0s\0',
		'\0w\0o\0r\0d\0s',
		'\x1b[31mred\x1b[0m',
	])('is one, whatever it speaks of: %j', (head) => {
		expect(of(head)).toEqual({ kind: 'text' });
	});

	it.each([
		['<svg xmlns="http://www.w3.org/2000/svg">', 'SVG'],
		['<?xml version="1.0"?>\n<!-- drawn -->\n<svg>', 'SVG'],
		['{\\rtf1\\ansi words}', 'RTF'],
	])('that is not all words is named: %j', (head, name) => {
		expect(of(head)).toEqual({ kind: 'text', name: expect.stringContaining(name) });
	});

	it('of any length is told in linear time', () => {
		expect(of('<!--'.repeat(2000))).toEqual({ kind: 'text' });
		expect(of(`<?xml ${' '.repeat(4000)}`)).toEqual({ kind: 'text' });
	});
});
