import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFrameSplitter, type Piece } from '../../../../src/sandbox/podman/guest-link/frame-splitter.ts';

interface Frame {
	readonly stream: Piece['stream'];
	readonly bytes: Uint8Array;
}

const frames = fc.array(
	fc.record({
		stream: fc.constantFrom<Piece['stream']>('stdout', 'stderr'),
		bytes: fc.uint8Array({ maxLength: 40 }),
	}),
	{ maxLength: 12 },
);

it('gives back each stream whole and in order, wherever the chunks are cut', () => {
	fc.assert(
		fc.property(frames, fc.array(fc.nat({ max: 30 })), (all, cuts) => {
			const splitter = createFrameSplitter();
			const pieces = cut(Buffer.concat(all.map(encode)), cuts).flatMap((chunk) => splitter.push(chunk));
			expect(merge(pieces)).toEqual(merge(all));
		}),
	);
});

it('passes a payload on before its frame is complete', () => {
	const splitter = createFrameSplitter();
	const header = Buffer.from([1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]);
	expect(splitter.push(Buffer.concat([header, Buffer.from('abc')]))).toEqual([
		{ stream: 'stdout', bytes: Buffer.from('abc') },
	]);
	expect(splitter.push(Buffer.from('def'))).toEqual([{ stream: 'stdout', bytes: Buffer.from('def') }]);
});

it.each([
	['an unknown stream', [3, 0, 0, 0, 0, 0, 0, 1]],
	['standard input', [0, 0, 0, 0, 0, 0, 0, 1]],
	['bytes that must be zero', [1, 0, 9, 0, 0, 0, 0, 1]],
	['text', [...Buffer.from('Error: no')]],
])('throws at a header with %s', (_, bytes) => {
	expect(() => createFrameSplitter().push(Uint8Array.from(bytes))).toThrow(/bad frame header/);
});

function encode({ stream, bytes }: Frame): Buffer {
	const header = Buffer.alloc(8);
	header[0] = stream === 'stdout' ? 1 : 2;
	header.writeUInt32BE(bytes.length, 4);
	return Buffer.concat([header, bytes]);
}

function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
	const chunks: Buffer[] = [];
	let rest = bytes;
	for (const length of lengths) {
		chunks.push(rest.subarray(0, length));
		rest = rest.subarray(length);
	}
	return [...chunks, rest];
}

/** Neighbouring pieces of one stream joined, empty ones dropped. */
function merge(pieces: readonly Frame[]): [string, string][] {
	const merged: [string, string][] = [];
	for (const { stream, bytes } of pieces.filter((piece) => piece.bytes.length > 0)) {
		const hex = Buffer.from(bytes).toString('hex');
		const last = merged.at(-1);
		if (last?.[0] === stream) last[1] += hex;
		else merged.push([stream, hex]);
	}
	return merged;
}
