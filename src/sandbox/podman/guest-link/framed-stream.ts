import { Duplex } from 'node:stream';
import { createFrameSplitter } from './frame-splitter.ts';

/**
 * A process's standard streams as one: what is written goes in, what comes out is its standard output. Standard error goes to `onStderr`. A
 * bad frame ends it. Destroying it ends the process's standard input; `stream` itself stays the caller's.
 */
export function createFramedStream(stream: Duplex, onStderr: (bytes: Uint8Array) => void): Duplex {
	const frames = createFrameSplitter();
	const framed = new Duplex({
		read: () => void stream.resume(),
		write: (chunk: Uint8Array, _encoding, done) => void stream.write(chunk, done),
		final: (done) => void stream.end(done),
		destroy(error, done) {
			stream.end();
			stream.resume();
			done(error);
		},
	});

	function take(chunk: Uint8Array): void {
		if (framed.destroyed) return;
		for (const { stream: which, bytes } of frames.push(chunk)) {
			if (which === 'stderr') onStderr(bytes);
			else if (!framed.push(bytes)) stream.pause();
		}
	}

	stream.on('data', (chunk: Uint8Array) => {
		try {
			take(chunk);
		} catch (error) {
			framed.destroy(error instanceof Error ? error : undefined);
		}
	});
	stream.on('error', (error) => framed.destroy(error));
	stream.once('end', () => framed.push(null));
	stream.once('close', () => framed.destroy());
	return framed;
}
