import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { mostInput, readInput } from '../../src/talk/read-input.ts';

const read = (...chunks: (string | Uint8Array)[]) =>
	readInput(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));

it.each([
	['several lines', 'One\nTwo\n'],
	['lines as Windows ends them', 'One\r\nTwo\r\n'],
	['a line without its end', 'One'],
	['nothing', ''],
])('%s are read as they are', async (_what, text) => {
	expect(await read(text)).toEqual({ text });
});

it('a character that is cut in two is one', async () => {
	const bytes = Buffer.from('€');
	expect(await read(bytes.subarray(0, 1), bytes.subarray(1))).toEqual({ text: '€' });
});

it.each([
	['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
	['UTF-16', Buffer.from('One', 'utf16le')],
	['Latin-1', Buffer.from('Größe', 'latin1')],
])('%s is refused as what it is not', async (_what, bytes) => {
	expect(await read(bytes)).toEqual({ problem: expect.stringContaining('is no UTF-8 text') });
});

it('what has no end is refused once it is too much', async () => {
	let given = 0;
	async function* endless() {
		for (;;) {
			given += 1;
			yield Buffer.alloc(65_536, 'x');
		}
	}
	expect(await readInput(endless())).toEqual({ problem: expect.stringContaining('more than 1 MiB') });
	expect(given).toBe(mostInput / 65_536 + 1);
});
