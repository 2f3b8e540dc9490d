export interface EventMeasure {
	/** Takes the next bytes of a stream of events; how many a reader must be holding after them. */
	take(piece: Uint8Array): number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const field = Buffer.from('data');

/**
 * Measures what a reader of server-sent events has to keep: all since the end of the last event that had data. Comments and
 * empty events count, since readers keep those too. A line ends as the standard says: LF, CR or CRLF.
 */
export function createEventMeasure(): EventMeasure {
	let held = 0;
	let length = 0;
	let matched = 0;
	let hasData = false;
	let last = 0;

	function endLine(): void {
		if (length === 0 && hasData) {
			held = 0;
			hasData = false;
		}
		hasData ||= matched === field.length && length === field.length;
		length = 0;
		matched = 0;
	}

	function takeOfLine(byte: number): void {
		if (length < field.length) matched += byte === field[length] ? 1 : 0;
		else if (length === field.length && matched === length && byte === colon) hasData = true;
		length += 1;
	}

	return {
		take(piece) {
			for (const byte of piece) {
				held += 1;
				if (byte !== lineFeed && byte !== carriageReturn) takeOfLine(byte);
				else if (byte === carriageReturn || last !== carriageReturn) endLine();
				last = byte;
			}
			return held;
		},
	};
}
