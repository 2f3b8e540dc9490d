/** A line without its end; `long`: one of more bytes than are taken, of which nothing was kept. */
export type Line = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'long' };

/** Cuts bytes into lines, wherever they were split. Empty lines are left out. Holds at most `most` bytes and the chunk at hand. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Line> {
	const open = createOpenLine(most);
	for await (const chunk of chunks) {
		let start = 0;
		for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
			open.add(chunk.subarray(start, end));
			start = end + 1;
			yield* open.take();
		}
		open.add(chunk.subarray(start));
	}
	yield* open.take();
}

const newline = 0x0a;

interface OpenLine {
	add(part: Uint8Array): void;
	/** The line so far, if there is anything on it; the next one begins. */
	take(): readonly Line[];
}

function createOpenLine(most: number): OpenLine {
	let held: Buffer = Buffer.alloc(64 * 1024);
	let size = 0;
	const grown = (needed: number): Buffer =>
		needed <= held.length ? held : Buffer.concat([held.subarray(0, size)], Math.min(most, 2 * needed));
	return {
		add(part) {
			if (size + part.length <= most) {
				held = grown(size + part.length);
				held.set(part, size);
			}
			size = Math.min(size + part.length, most + 1);
		},
		take() {
			const line: Line = size > most ? { kind: 'long' } : { kind: 'line', text: held.toString('utf8', 0, size).trim() };
			size = 0;
			return line.kind === 'line' && line.text === '' ? [] : [line];
		},
	};
}
