/** A line of git's unified diff. */
export interface DiffLine {
	/** `file` begins one's part; `head` belongs to it; `binary`: it is no text; then hunks, of lines that were added, removed, or stay. */
	readonly kind: 'file' | 'head' | 'binary' | 'hunk' | 'added' | 'removed' | 'same' | 'note';
	/** Without the sign of a hunk's line, and without its end. Bytes that are no UTF-8 are U+FFFD. */
	readonly text: string;
	/** The line's number in the new file, from 1: of `added` and `same`. */
	readonly line?: number;
	/** It goes on in the next one: a long line comes in pieces. */
	readonly goesOn: boolean;
}

/** Bytes of a piece of a line. */
export const mostPiece = 65_536;

/** Reads a diff in any pieces of bytes; holds at most one piece of a line. */
export interface DiffReader {
	push(chunk: Uint8Array): Iterable<DiffLine>;
	end(): Iterable<DiffLine>;
}

export function createDiffReader(): DiffReader {
	const name = createNamer();
	let held = Buffer.alloc(0);
	const whole = function* (bytes: Buffer): Iterable<DiffLine> {
		let rest = bytes;
		for (; rest.length > mostPiece; rest = rest.subarray(mostPiece)) yield name(rest.subarray(0, mostPiece), true);
		yield name(rest, false);
	};
	return {
		*push(chunk) {
			let rest = Buffer.concat([held, chunk]);
			for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
				yield* whole(rest.subarray(0, at));
				rest = rest.subarray(at + 1);
			}
			for (; rest.length > mostPiece; rest = rest.subarray(mostPiece)) yield name(rest.subarray(0, mostPiece), true);
			held = rest;
		},
		*end() {
			if (held.length > 0) yield* whole(held);
			held = Buffer.alloc(0);
		},
	};
}

const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same', '\\': 'note' };

type Begun = Omit<DiffLine, 'goesOn'>;

/** Tells what lines are by what came before: within a hunk each has a sign, so that none of a file's can pass for git's own. */
function createNamer(): (bytes: Buffer, goesOn: boolean) => DiffLine {
	let isHunk = false;
	let line = 0;
	let former: DiffLine | undefined;
	const begin = (text: string): Begun => {
		const own = (isHunk ? hunkLine(text, line) : undefined) ?? gitLine(text);
		if (own.line !== undefined) line += 1;
		if (own.kind === 'file') isHunk = false;
		if (own.kind !== 'hunk') return own;
		isHunk = true;
		line = Number(/\+(\d+)/.exec(text)?.[1] ?? 0);
		return own;
	};
	return (bytes, goesOn) => {
		const text = bytes.toString();
		const named = former?.goesOn ? { ...former, text, goesOn } : { ...begin(text), goesOn };
		former = named;
		return named;
	};
}

function hunkLine(text: string, line: number): Begun | undefined {
	const kind = kinds[text.charAt(0)];
	if (kind === undefined) return undefined;
	const rest = text.slice(1);
	return kind === 'added' || kind === 'same' ? { kind, text: rest, line } : { kind, text: rest };
}

function gitLine(text: string): Begun {
	if (text.startsWith('diff --git ')) return { kind: 'file', text };
	if (text.startsWith('@@ ')) return { kind: 'hunk', text };
	return { kind: text.startsWith('Binary files ') ? 'binary' : 'head', text };
}
