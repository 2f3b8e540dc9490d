import { raceAbort } from '../../base/race-abort.ts';
import type { Usage } from '../../chat/usage.ts';
import type { Meter } from '../dialects/dialect.ts';
import type { Answering } from '../serve/asked.ts';
import { brokenOff } from '../upstream/failures.ts';
import type { GoodAnswer } from '../upstream/send.ts';
import type { Written } from './hold-call.ts';
import { Refusal } from './refusal.ts';

/** Reads along an answer that is passed on. */
export interface Passing {
	/** Rejects with a `Refusal` where the upstream breaks off, and when nobody waits for the answer any more. */
	run(signal: AbortSignal): Promise<void>;
	isWhole(): boolean;
	/** The upstream's words, where it told of a failure inside of its answer. */
	failure(): string | undefined;
	/** The use of a call as far as is known; the rest is estimated, rather too high. */
	usage(): Usage;
}

export interface PassingOptions {
	readonly answer: GoodAnswer;
	readonly meter: Meter;
	readonly answering: Answering;
	/** Sees each piece before it is passed on. */
	readonly onChunk: (chunk: Uint8Array) => void;
	readonly written: Written;
	/** Bytes. */
	readonly most: number;
	/** Milliseconds since the call was sent. */
	readonly elapsed: () => number;
}

/** Every chunk as it came, when it came, and no more than the reader takes. */
export function passOn({ answer, meter, answering, onChunk, written, most, elapsed }: PassingOptions): Passing {
	const seen = { bytes: 0, lines: 0, isWhole: false };

	function look(chunk: Uint8Array): void {
		seen.bytes += chunk.length;
		for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) seen.lines += 1;
		meter.push(chunk);
		onChunk(chunk);
		if (seen.bytes > most) throw new Refusal(502, "The model's answer is too long");
	}

	async function* pieces(signal: AbortSignal): AsyncGenerator<Uint8Array> {
		try {
			yield* answer.body;
		} catch (error) {
			signal.throwIfAborted();
			throw brokenOff(error);
		}
	}

	return {
		async run(signal) {
			answering.begin(answer.status, answer.headers);
			for await (const chunk of pieces(signal)) {
				look(chunk);
				// A run ends whether its agent reads or not
				await raceAbort(answering.write(chunk), signal);
			}
			meter.end();
			seen.isWhole = true;
		},
		isWhole: () => seen.isWhole,
		failure: meter.failure,
		usage: () => usageOf(written, meter.usage(), { ...seen, isWhole: seen.isWhole || meter.isOver(), ms: elapsed() }),
	};
}

/** How much of an answer came. */
interface Seen {
	readonly bytes: number;
	readonly lines: number;
	/** All of it that counts. */
	readonly isWhole: boolean;
	/** Since the call was sent. */
	readonly ms: number;
}

/** Of a JSON body; a token has some four characters. */
const bytesOfToken = 3;
/** Of an event: its empty line, and one or two others. */
const linesOfEvent = 2;
/** A server may put many tokens into one event, of which most is wrapping. */
const bytesOfEventToken = 64;
/** A fast model's. What it thinks may be shown to nobody, and is paid for also where the client leaves before anything comes. */
const tokensOfMs = 0.2;

/**
 * By the upstream's own count where it told and the answer is whole; else the greater of that and of an estimate. No input has no tokens: who says
 * so has not counted. Pure.
 */
export function usageOf(written: Written, counted: Usage | undefined, seen: Seen): Usage {
	if (counted && seen.isWhole && counted.inputTokens > 0) return counted;
	const { inputEstimate, maxOutput, streams } = written;
	const least = Math.max(shownTokens(seen, streams), seen.isWhole ? 0 : seen.ms * tokensOfMs);
	const outputTokens = Math.max(counted?.outputTokens ?? 0, Math.min(maxOutput, Math.ceil(least)));
	return { ...counted, inputTokens: counted?.inputTokens || inputEstimate, outputTokens };
}

function shownTokens({ bytes, lines }: Seen, streams: boolean): number {
	return streams ? Math.max(lines / linesOfEvent, bytes / bytesOfEventToken) : bytes / bytesOfToken;
}

/** The use of a call that was sent and brought nothing: nobody knows what became of it. Pure. */
export function wholeReservation({ inputEstimate, maxOutput }: Written): Usage {
	return { inputTokens: inputEstimate, outputTokens: maxOutput };
}
