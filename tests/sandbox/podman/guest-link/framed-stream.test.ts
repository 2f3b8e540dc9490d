import { once } from 'node:events';
import { type Duplex, duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createFramedStream } from '../../../../src/sandbox/podman/guest-link/framed-stream.ts';

/** A framed stream, the other end of its wire, and what came as standard error. */
function framed() {
	const [near, far] = duplexPair();
	const complaints: string[] = [];
	const stream = createFramedStream(near, (bytes) => complaints.push(Buffer.from(bytes).toString()));
	return { near, far, stream, complaints };
}

function frame(type: number, text: string): Buffer {
	const header = Buffer.alloc(8);
	header[0] = type;
	header.writeUInt32BE(Buffer.byteLength(text), 4);
	return Buffer.concat([header, Buffer.from(text)]);
}

async function writeInPieces(stream: Duplex, bytes: Buffer, size: number): Promise<void> {
	for (let at = 0; at < bytes.length; at += size) {
		if (!stream.write(bytes.subarray(at, at + size))) await once(stream, 'drain');
	}
}

it('gives standard output as it was, and standard error apart', async () => {
	const { far, stream, complaints } = framed();
	const read = buffer(stream);
	await writeInPieces(far, Buffer.concat([frame(1, 'one'), frame(2, 'oh'), frame(1, ' two')]), 3);
	far.end();
	expect((await read).toString()).toBe('one two');
	expect(complaints.join('')).toBe('oh');
});

it('passes on what is written without frames, and its end', async () => {
	const { far, stream } = framed();
	const read = buffer(far);
	stream.end('plain');
	expect((await read).toString()).toBe('plain');
});

it('holds the other side back when nobody reads', async () => {
	const { far } = framed();
	let taken = 0;
	while (far.write(frame(1, 'x'.repeat(10_000))) && taken < 1_000) taken += 1;
	expect(taken).toBeLessThan(100);
});

it('ends at a bad frame', async () => {
	const { far, stream } = framed();
	const closed = once(stream, 'close');
	far.write(Buffer.from('not a frame at all'));
	await expect(closed).rejects.toThrow('bad frame header');
});

it('ends the input when it is destroyed, and leaves the wire to its owner', async () => {
	const { near, far, stream } = framed();
	far.resume();
	stream.destroy();
	await once(far, 'end');
	expect(near.destroyed).toBe(false);
	expect(far.write(frame(1, 'late'))).toBe(true);
});
