import { formatBytes } from '../../base/text/format-bytes.ts';
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
	/** Before a body of so many bytes is parsed, which takes this process some 25 ms a MB. Throws a `Refusal` (429) where it is too much within a minute. */
	weigh(bytes: number): void;
	/** Ends those under way, each with this answer. */
	endAll(why: Refusal): void;
}

const minuteMs = 60_000;
const usual = { aMinute: 120, atOnce: 16 };
/** Bytes of all bodies within a minute: no more than a tenth of this process's time. Whole windows of a million tokens are 4 MB each. */
const mostBytes = 256 * 2 ** 20;

/** `now`: milliseconds of a clock that only goes forward. */
export function createCalls(limits: Pick<RunLimits, 'callsAMinute' | 'callsAtOnce'>, now: () => number): Calls {
	const { callsAMinute = usual.aMinute, callsAtOnce = usual.atOnce } = limits;
	const underWay = new Map<AbortController, Promise<void>>();
	let begun: number[] = [];
	let weighed: { readonly at: number; readonly bytes: number }[] = [];

	function admit(): void {
		const at = now();
		begun = begun.filter((one) => at - one < minuteMs);
		if (underWay.size >= callsAtOnce)
			throw new Refusal(429, `This run has ${callsAtOnce} calls under way, and may have no more at a time`, {
				retryAfter: '1',
			});
		if (begun.length >= callsAMinute) throw tooMany(`has made ${callsAMinute} calls`, at - (begun[0] ?? at));
		begun.push(at);
	}

	function endAll(why: Refusal): void {
		for (const ending of underWay.keys()) ending.abort(why);
	}

	return {
		endAll,
		weigh(bytes) {
			const at = now();
			weighed = weighed.filter((one) => at - one.at < minuteMs);
			const before = weighed.reduce((sum, one) => sum + one.bytes, 0);
			if (before + bytes > mostBytes)
				throw tooMany(`has sent ${formatBytes(mostBytes)} in its calls`, at - (weighed[0]?.at ?? at));
			weighed.push({ at, bytes });
		},
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

/** `ago`: milliseconds since the first of them. */
function tooMany(does: string, ago: number): Refusal {
	return new Refusal(429, `This run ${does} within a minute, and may make no more`, {
		retryAfter: String(Math.ceil((minuteMs - ago) / 1000)),
	});
}
