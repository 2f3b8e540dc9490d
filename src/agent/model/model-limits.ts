/** How much one model call may give and take. Whatever else is bounded on the wire follows from these. */
export interface ModelLimits {
	/** Bytes (UTF-8) of an answer's text, of its reasoning, and of its calls' arguments: each may have as many. */
	readonly answerBytes: number;
	/** Milliseconds without a single byte. */
	readonly silenceMs: number;
	/** Milliseconds without anything of an answer, whatever bytes come; four times as long may the whole of it take. */
	readonly callMs: number;
}

/** 1 MB, two minutes, half an hour. */
export const defaultModelLimits: ModelLimits = { answerBytes: 2 ** 20, silenceMs: 120_000, callMs: 1_800_000 };

/** Bounds on what comes over the wire for one answer, in bytes. */
export interface WireLimits {
	/** One event of a stream with what precedes it, or a whole completion that is not streamed. */
	readonly eventBytes: number;
	/** All of a stream. */
	readonly streamBytes: number;
}

/** Of an error's body, that much is read: some servers quote the whole request before they say what is wrong with it. */
export const errorBodyBytes = 4 * 2 ** 20;

// JSON may write a byte as six, and one event may hold a whole answer, its reasoning and its arguments; a stream with an
// event for each token of four letters, and log probabilities beside it, is about 200 times its answer.
const perEvent = 16;
const perStream = 512;
// A small answer has the same envelope as a large one.
const least = 2 ** 20;

/** The limits of the wire for an answer of that size. */
export function wireLimits({ answerBytes }: Pick<ModelLimits, 'answerBytes'>): WireLimits {
	const eventBytes = Math.max(perEvent * answerBytes, least);
	return { eventBytes, streamBytes: Math.max(perStream * answerBytes, 2 * eventBytes) };
}

/** How many times `callMs` a whole call may take, as long as something of an answer keeps coming. */
export const wholeCall = 4;

/** The longest prefix of `text` that has at most `bytes` bytes in UTF-8. */
export function headBytes(text: string, bytes: number): string {
	// No character takes more than three bytes for each of its UTF-16 units.
	if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
	const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, bytes)));
	return text.slice(0, read);
}

/** Room for so many bytes of text. */
export interface Room {
	readonly bytes: number;
	/** Something did not fit. */
	readonly full: boolean;
	/** The part of a text that still fits, from its start. */
	take(text: string): string;
}

export function createRoom(bytes: number): Room {
	let left = bytes;
	let full = false;
	return {
		bytes,
		get full() {
			return full;
		},
		take(text) {
			const kept = headBytes(text, left);
			left -= Buffer.byteLength(kept);
			full ||= kept.length < text.length;
			return kept;
		},
	};
}
