import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLineSplitter } from '../../../../src/sandbox/podman/guest-link/line-splitter.ts';

it('gives the complete lines, wherever the chunks are cut, characters of several bytes too', () => {
	fc.assert(
		fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.integer({ min: 1, max: 7 })), (lines, cuts) => {
			const text = lines.map((line) => line.replaceAll('\n', ' '));
			let rest = Buffer.from(text.map((line) => `${line}\n`).join(''));
			const splitter = createLineSplitter(1_000_000);
			const seen: string[] = [];
			for (const length of cuts) {
				seen.push(...splitter.push(rest.subarray(0, length)));
				rest = rest.subarray(length);
			}
			seen.push(...splitter.push(rest));
			expect(seen).toEqual(text.map((line) => line.toWellFormed()));
		}),
	);
});

it('does not hold on to the chunks it was given', () => {
	const splitter = createLineSplitter(100);
	const chunk = Buffer.from('begin');
	splitter.push(chunk);
	chunk.fill(0);
	expect(splitter.push(Buffer.from(' end\n'))).toEqual(['begin end']);
});

it('throws as soon as a line is longer than the cap, complete or not', () => {
	const splitter = createLineSplitter(10);
	expect(splitter.push(Buffer.from('0123456789\n'))).toEqual(['0123456789']);
	expect(() => splitter.push(Buffer.from('01234567890\n'))).toThrow(/longer than 10 bytes/);
	const open = createLineSplitter(10);
	open.push(Buffer.from('012345'));
	expect(() => open.push(Buffer.from('678901'))).toThrow(/longer than 10 bytes/);
});

it('shows bytes that are no UTF-8 as U+FFFD', () => {
	expect(createLineSplitter(10).push(Uint8Array.from([0x61, 0xff, 0x0a]))).toEqual(['a\ufffd']);
});

it('a long line that comes byte by byte takes little more room than its length', () => {
	const bytes = 2 * 2 ** 20;
	const lines = createLineSplitter(2 * bytes);
	const byte = Buffer.from('x');
	const before = process.memoryUsage();
	for (let count = 0; count < bytes; count++) lines.push(byte);
	const after = process.memoryUsage();
	// A list of pieces took 300 MB here.
	const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
	expect(grown).toBeLessThan(100 * 2 ** 20);
	expect(lines.push(Buffer.from('\n'))).toEqual(['x'.repeat(bytes)]);
}, 20_000);
