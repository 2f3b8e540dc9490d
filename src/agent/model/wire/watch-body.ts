import type { WireLimits } from '../model-limits.ts';
import { createEventMeasure, type EventMeasure } from './event-measure.ts';
import { WireError } from './wire-problem.ts';

export interface WatchedBody {
	readonly stream: ReadableStream<Uint8Array>;
	/** Whether the server has written `data: [DONE]`. */
	readonly done: () => boolean;
}

export interface BodyWatch {
	readonly limits: WireLimits;
	/** Whether it is a stream of events; else all of it is held as one. */
	readonly events: boolean;
	/** A piece has come. */
	readonly onBytes: () => void;
}

// Long enough for the end of a body that is already under way, so that its connection can serve the next request.
const drainMs = 100;

/**
 * Passes a body on and tells of every piece that arrives. It fails with `too-long`, and the connection is closed, when one
 * event or the whole is more than may come: who reads events keeps each until it ends. When the reader goes away after
 * `[DONE]`, the little that may be left is read in the background: a body that is dropped unread costs the connection.
 */
export function watchBody(body: ReadableStream<Uint8Array>, watch: BodyWatch): WatchedBody {
	const reader = body.getReader();
	const whyNot = createBound(watch);
	let done = false;
	let tail = '';
	const stream = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const piece = await reader.read();
			if (piece.done) return controller.close();
			watch.onBytes();
			const problem = whyNot(piece.value);
			if (problem !== undefined) {
				void reader.cancel(problem).catch(() => undefined);
				throw problem;
			}
			tail = (tail + Buffer.from(piece.value).toString('latin1')).slice(-64 - piece.value.length);
			done ||= /(^|[\r\n])data: ?\[DONE\]/.test(tail);
			tail = tail.slice(-16);
			controller.enqueue(piece.value);
		},
		cancel(reason) {
			if (done) void drain(reader);
			else return reader.cancel(reason);
		},
	});
	return { stream, done: () => done };
}

function createBound({ limits, events }: BodyWatch): (piece: Uint8Array) => WireError | undefined {
	const measure = events ? createEventMeasure() : createSum();
	const all = createSum();
	return (piece) => {
		if (measure.take(piece) > limits.eventBytes) return tooLong(limits.eventBytes);
		return all.take(piece) > limits.streamBytes ? tooLong(limits.streamBytes) : undefined;
	};
}

function createSum(): EventMeasure {
	let sum = 0;
	return {
		take(piece) {
			sum += piece.length;
			return sum;
		},
	};
}

function tooLong(bytes: number): WireError {
	return new WireError({ kind: 'too-long', what: 'wire', bytes });
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
	const giveUp = setTimeout(() => void reader.cancel().catch(() => undefined), drainMs).unref();
	try {
		while (!(await reader.read()).done);
	} catch {
		// The connection is gone, which is all that was wanted.
	} finally {
		clearTimeout(giveUp);
	}
}

/** The start of a body, at most so many bytes; the rest is not read. */
export function headOfBody(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
	const reader = body.getReader();
	let left = bytes;
	return new ReadableStream({
		async pull(controller) {
			const piece = await reader.read();
			if (piece.done) return controller.close();
			const kept = piece.value.subarray(0, left);
			controller.enqueue(kept);
			left -= kept.length;
			if (left > 0) return;
			controller.close();
			void reader.cancel().catch(() => undefined);
		},
		cancel: (reason) => reader.cancel(reason),
	});
}
