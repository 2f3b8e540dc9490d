export interface LineSplitter {
	/** The lines that `bytes` completes, without their ends. Throws when a line, complete or not, is longer than the cap. */
	push(bytes: Uint8Array): string[];
}

const newline = 0x0a;
/** Of a longer line the room is given back. */
const keptBytes = 64 * 1024;

/** Splits UTF-8 text into lines of at most `maxBytes`. Bytes that are not UTF-8 become U+FFFD. */
export function createLineSplitter(maxBytes: number): LineSplitter {
	// One buffer that doubles, never a list of pieces: a guest that writes byte by byte would fill the memory with their heads.
	let held = Buffer.alloc(0);
	let heldBytes = 0;

	function hold(bytes: Uint8Array): void {
		const needed = heldBytes + bytes.length;
		if (needed > maxBytes) throw new Error(`Cannot read a line: it is longer than ${maxBytes} bytes`);
		if (needed > held.length) {
			const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, 2 * held.length)));
			held.copy(larger, 0, 0, heldBytes);
			held = larger;
		}
		held.set(bytes, heldBytes);
		heldBytes = needed;
	}

	function release(): string {
		const line = held.toString('utf8', 0, heldBytes);
		if (held.length > keptBytes) held = Buffer.alloc(0);
		heldBytes = 0;
		return line;
	}

	return {
		push(bytes) {
			const lines: string[] = [];
			let rest = bytes;
			for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
				hold(rest.subarray(0, end));
				lines.push(release());
				rest = rest.subarray(end + 1);
			}
			hold(rest);
			return lines;
		},
	};
}
