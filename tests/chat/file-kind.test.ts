import { expect, it } from 'vitest';
import { kindOfFile } from '../../src/chat/file-kind.ts';

it.each([
	['%PDF-1.7', 'document'],
	['PK\x03\x04\x14\0\x06\0[Content_Types].xml', 'document'],
	['PK\x03\x04\x14\0\0\0xl/workbook.xml', 'document'],
	['PK\x03\x04\x14\0\0\0photos/1.jpg', 'other'],
	['\x89PNG\r\n\x1a\n', 'picture'],
	['\xff\xd8\xff\xe0', 'picture'],
	['RIFF\x10\0\0\0WEBPVP8 ', 'picture'],
	['RIFF\x10\0\0\0WAVEfmt ', 'sound'],
	['\0\0\0\x20ftypisom', 'video'],
	['\0\0\0\x20ftypM4A ', 'sound'],
	['\0\0\0\x20ftypheic', 'picture'],
	['', 'other'],
	['name,value\n', 'other'],
])('The first bytes %j are those of a %s', (head, kind) => {
	expect(kindOfFile(Buffer.from(head, 'latin1'))).toBe(kind);
});
