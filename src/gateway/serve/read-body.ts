import { raceAbort } from '../../base/race-abort.ts';
import { formatBytes } from '../../base/text/format-bytes.ts';
import { Refusal } from '../call/refusal.ts';
import type { GatewayLimits } from '../gateway-limits.ts';
import type { Asked } from './asked.ts';

/** A request's body in memory. Disposing says that it is there no more. */
export interface HeldBody extends Disposable {
	readonly bytes: Uint8Array;
}

/** Reads bodies, of which only so much may be in memory at a time. */
export interface Bodies {
	/** A body of this run. Rejects with a `Refusal` (413, 415, 408, 503), and with the signal's reason. */
	read(asked: Asked, run: string, signal: AbortSignal): Promise<HeldBody>;
}

type BodyLimits = Pick<GatewayLimits, 'bodyBytes' | 'runBodyBytes' | 'allBodyBytes' | 'time'>;

export function createBodies(limits: BodyLimits): Bodies {
	const { bodyBytes, time } = limits;
	const held = createHeld(limits);

	async function collect({ body }: Asked, hold: Hold, signal: AbortSignal): Promise<Uint8Array> {
		const chunks: Uint8Array[] = [];
		for await (const chunk of body) {
			signal.throwIfAborted();
			hold.take(chunk.length);
			chunks.push(chunk);
		}
		return Buffer.concat(chunks);
	}

	return {
		async read(asked, run, signal) {
			refuseByHead(asked, bodyBytes);
			const hold = held.begin(run);
			const late = AbortSignal.timeout(time.body);
			const either = AbortSignal.any([signal, late]);
			try {
				const bytes = await raceAbort(collect(asked, hold, either), either);
				return { bytes, [Symbol.dispose]: hold[Symbol.dispose] };
			} catch (error) {
				hold[Symbol.dispose]();
				throw error === late.reason ? tooSlow() : error;
			}
		},
	};
}

/** Bytes of one body that are in memory. Disposing gives them back. */
interface Hold extends Disposable {
	/** Throws a `Refusal` where there are too many. */
	take(size: number): void;
}

function createHeld({ bodyBytes, runBodyBytes, allBodyBytes }: BodyLimits) {
	const byRun = new Map<string, number>();
	let all = 0;

	function add(run: string, size: number): void {
		const own = (byRun.get(run) ?? 0) + size;
		all += size;
		if (own === 0) byRun.delete(run);
		else byRun.set(run, own);
	}

	return {
		begin(run: string): Hold {
			let taken = 0;
			return {
				take(size) {
					if (taken + size > bodyBytes) throw tooLarge(bodyBytes);
					if ((byRun.get(run) ?? 0) + size > runBodyBytes || all + size > allBodyBytes)
						throw new Refusal(503, 'Too many large requests are under way', { retryAfter: '5' });
					taken += size;
					add(run, size);
				},
				[Symbol.dispose]() {
					add(run, -taken);
					taken = 0;
				},
			};
		},
	};
}

function tooLarge(most: number): Refusal {
	return new Refusal(413, `This request is too large: ${formatBytes(most)} is the most`);
}

function tooSlow(): Refusal {
	return new Refusal(408, 'The body of this request did not come in time');
}

/** Throws a `Refusal` where there is no need to read. */
function refuseByHead({ headers }: Asked, most: number): void {
	const encoding = headers['content-encoding'] ?? 'identity';
	if (encoding.toLowerCase() !== 'identity') throw new Refusal(415, 'A compressed request is not read');
	if (Number(headers['content-length'] ?? 0) > most) throw tooLarge(most);
}
