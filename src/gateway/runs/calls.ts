import { Refusal } from '../call/refusal.ts';
import type { RunLimits } from '../gateway.ts';

/** A call under way. Disposing says that it has ended, and is settled. */
export interface Call extends Disposable {
	/** Fires with a `Refusal` when it is to end. */
	readonly signal: AbortSignal;
}

/** The calls of one run. Disposing ends them, and resolves when all have ended. */
export interface Calls extends AsyncDisposable {
	/** Throws a `Refusal` (429) where there are too many, at once or within a minute. */
	begin(): Call;
	/** Ends those under way, each with this answer. */
	endAll(why: Refusal): void;
}

const minuteMs = 60_000;
const usual = { aMinute: 120, atOnce: 16 };

/** `now`: milliseconds of a clock that only goes forward. */
export function createCalls(limits: Pick<RunLimits, 'callsAMinute' | 'callsAtOnce'>, now: () => number): Calls {
	const { callsAMinute = usual.aMinute, callsAtOnce = usual.atOnce } = limits;
	const underWay = new Map<AbortController, Promise<void>>();
	let begun: number[] = [];

	function admit(): void {
		const at = now();
		begun = begun.filter((one) => at - one < minuteMs);
		if (underWay.size >= callsAtOnce)
			throw new Refusal(429, `This run has ${callsAtOnce} calls under way, and may have no more at a time`, {
				retryAfter: '1',
			});
		if (begun.length >= callsAMinute)
			throw new Refusal(429, `This run has made ${callsAMinute} calls within a minute, and may make no more`, {
				retryAfter: String(Math.ceil((minuteMs - at + (begun[0] ?? at)) / 1000)),
			});
		begun.push(at);
	}

	function endAll(why: Refusal): void {
		for (const ending of underWay.keys()) ending.abort(why);
	}

	return {
		endAll,
		begin() {
			admit();
			const ending = new AbortController();
			const ended = Promise.withResolvers<void>();
			underWay.set(ending, ended.promise);
			return {
				signal: ending.signal,
				[Symbol.dispose]() {
					underWay.delete(ending);
					ended.resolve();
				},
			};
		},
		async [Symbol.asyncDispose]() {
			endAll(new Refusal(401, 'The run of this call has ended', { isOver: true }));
			await Promise.all(underWay.values());
		},
	};
}
