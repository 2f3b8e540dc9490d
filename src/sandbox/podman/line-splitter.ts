export interface LineSplitter {
	/** The lines that `bytes` completes, without their ends. Throws when a line, complete or not, is longer than the cap. */
	push(bytes: Uint8Array): string[];
}

const newline = 0x0a;

/** Splits UTF-8 text into lines of at most `maxBytes`. Bytes that are not UTF-8 become U+FFFD. */
export function createLineSplitter(maxBytes: number): LineSplitter {
	let held: Uint8Array[] = [];
	let heldBytes = 0;

	function hold(bytes: Uint8Array): void {
		heldBytes += bytes.length;
		if (heldBytes > maxBytes) throw new Error(`Cannot read a line: it is longer than ${maxBytes} bytes`);
		if (bytes.length > 0) held.push(bytes);
	}

	function release(): string {
		const line = Buffer.concat(held).toString('utf8');
		held = [];
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
			// A copy: the chunk it points into is the socket's and would be kept whole
			hold(Uint8Array.from(rest));
			return lines;
		},
	};
}
