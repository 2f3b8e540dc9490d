/** Bytes of a line, or of an event, that are kept; a longer one is passed over. */
export const mostLineBytes = 1024 * 1024;

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Takes a stream of bytes apart into lines. */
export interface Lines {
	push(chunk: Uint8Array): void;
	/** Gives what stands after the last line end, if anything does. */
	end(): void;
}

/**
 * Lines end with LF, CR, or both, as in event streams (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream),
 * wherever the bytes are split. A line of more than 1 MiB is given as `undefined`, and never kept. Linear.
 */
export function createLines(onLine: (line: string | undefined) => void): Lines {
	const kept = createKept();
	let afterReturn = false;

	function push(chunk: Uint8Array): void {
		let from = afterReturn && chunk[0] === newline ? 1 : 0;
		if (chunk.byteLength > 0) afterReturn = false;
		for (const end of endsIn(chunk, from)) {
			kept.add(chunk.subarray(from, end));
			onLine(kept.take());
			from = end + 1;
			if (chunk[end] === carriageReturn && chunk[from] === newline) from += 1;
			afterReturn = chunk[end] === carriageReturn && from === chunk.byteLength && chunk[from - 1] !== newline;
		}
		kept.add(chunk.subarray(from));
	}

	return {
		push,
		end: () => {
			if (!kept.isEmpty()) onLine(kept.take());
		},
	};
}

/** Where the lines of a chunk end, from `from` on: at an LF, at a CR, at the CR of both. */
function* endsIn(chunk: Uint8Array, from: number): Generator<number> {
	let at = from;
	let line = endOr(chunk, newline, at);
	for (;;) {
		if (line < at) line = endOr(chunk, newline, at);
		const end = endOr(chunk.subarray(0, line), carriageReturn, at);
		if (end === chunk.byteLength) return;
		yield end;
		at = end + (chunk[end] === carriageReturn && chunk[end + 1] === newline ? 2 : 1);
	}
}

/** Where the byte stands, from `from` on; else where the bytes end. */
function endOr(bytes: Uint8Array, byte: number, from: number): number {
	const at = bytes.indexOf(byte, from);
	return at === -1 ? bytes.byteLength : at;
}

/** The bytes of one line, as long as they are few enough, however small the pieces are in which they come. */
function createKept() {
	let buffer = Buffer.alloc(0);
	let bytes = 0;

	function add(piece: Uint8Array): void {
		const before = bytes;
		bytes += piece.byteLength;
		if (bytes > mostLineBytes) buffer = Buffer.alloc(0);
		else if (piece.byteLength > 0) {
			if (bytes > buffer.byteLength) buffer = Buffer.concat([buffer], Math.min(2 * bytes, mostLineBytes));
			buffer.set(piece, before);
		}
	}

	function take(): string | undefined {
		const line = bytes > mostLineBytes ? undefined : buffer.toString('utf8', 0, bytes);
		bytes = 0;
		return line;
	}

	return { add, take, isEmpty: () => bytes === 0 };
}
