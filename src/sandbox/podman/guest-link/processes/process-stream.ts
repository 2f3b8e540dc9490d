import { Duplex } from 'node:stream';
import type { ProcessLink } from '../../../process-link.ts';

/** The host's end of a process's stdin and stdout. */
export interface ProcessStream {
	readonly stream: Duplex;
	/** Bytes that have come. They wait here, at most the link's window, until somebody reads them. */
	push(bytes: Uint8Array): void;
	/** Nothing more comes; what has come can still be read. What is written from now on is nobody's. */
	end(): void;
	/** As `end`, with what waits thrown away. */
	fail(error: Error): void;
	/** Nobody reads or writes any more. */
	drop(): void;
}

export function createProcessStream(link: ProcessLink, onBytes: () => void): ProcessStream {
	let waiting: Uint8Array[] = [];
	let isWanted = false;
	let isOver = false;

	const stream = new Duplex({
		allowHalfOpen: false,
		read() {
			isWanted = true;
			flow();
		},
		write(chunk: Uint8Array, _encoding, done) {
			if (!isOver) onBytes();
			link.write(chunk).then(() => done(), done);
		},
		final(done) {
			if (!isOver) void link.post({ kind: 'end' });
			done();
		},
	});
	// Whoever does not look at it is told by `ended`
	stream.on('error', () => {});

	function flow(): void {
		while (isWanted && waiting.length > 0) {
			const [bytes = Buffer.of(), ...rest] = waiting;
			waiting = rest;
			// Reading it may ask for the next at once
			isWanted = false;
			isWanted = stream.push(bytes) || isWanted;
			if (!isOver) link.give(bytes.length);
		}
		if (isOver && waiting.length === 0 && !stream.readableEnded) stream.push(null);
	}

	function end(): void {
		isOver = true;
		link.drop();
		flow();
	}

	return {
		stream,
		push(bytes) {
			onBytes();
			if (stream.destroyed) return;
			waiting.push(bytes);
			flow();
		},
		end,
		fail(error) {
			if (isOver) return;
			isOver = true;
			link.drop();
			stream.destroy(error);
		},
		drop() {
			waiting = [];
			link.drop();
			stream.destroy();
		},
	};
}
