export interface EventMeasure {
	/** Takes the next bytes of a stream of events; how many a reader must be holding after them. */
	take(piece: Uint8Array): number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const field = Buffer.from('data:');

/**
 * Measures what a reader of server-sent events has to keep: all since the end of the last event that had data. Comments and
 * empty events count, since readers keep those too. A line ends as the standard says: LF, CR or CRLF.
 */
export function createEventMeasure(): EventMeasure {
	let held = 0;
	/** Of the line so far: its length, and how much of the field's name it begins with. */
	let length = 0;
	let matched = 0;
	let hasData = false;
	let afterReturn = false;

	function takeOfLine(piece: Uint8Array, from: number, to: number): void {
		for (let at = from; at < to && length + at - from < field.length; at++) {
			if (matched === length + at - from && piece[at] === field[matched]) matched += 1;
		}
		length += to - from;
		hasData ||= matched === field.length;
		held += to - from;
		if (to > from) afterReturn = false;
	}

	function endLine(end: number): void {
		held += 1;
		const isSecondHalf = afterReturn && end === lineFeed;
		afterReturn = end === carriageReturn;
		if (isSecondHalf) return;
		if (length === 0 && hasData) {
			held = 0;
			hasData = false;
		}
		length = 0;
		matched = 0;
	}

	return {
		take(piece) {
			const nextEnd = createNextEnd(piece);
			let from = 0;
			for (let end = nextEnd(0); end < piece.length; end = nextEnd(from)) {
				takeOfLine(piece, from, end);
				endLine(piece[end] ?? lineFeed);
				from = end + 1;
			}
			takeOfLine(piece, from, piece.length);
			return held;
		},
	};
}

/** Where the next line ends at or after a place, which only grows; the piece's length when it does not. */
function createNextEnd(piece: Uint8Array): (from: number) => number {
	const find = (byte: number, from: number) => {
		const at = piece.indexOf(byte, from);
		return at < 0 ? piece.length : at;
	};
	let feed = -1;
	let back = -1;
	return (from) => {
		if (feed < from) feed = find(lineFeed, from);
		if (back < from) back = find(carriageReturn, from);
		return Math.min(feed, back);
	};
}
