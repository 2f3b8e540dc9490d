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
	/** Rejects with a `Refusal` (413, 415, 408, 503), and with the signal's reason. */
	read(asked: Asked, signal: AbortSignal): Promise<HeldBody>;
}

export function createBodies({ bodyBytes, allBodyBytes, time }: GatewayLimits): Bodies {
	let held = 0;

	/** Throws a `Refusal`. */
	function take(size: number, before: number): void {
		if (before + size > bodyBytes)
			throw new Refusal(413, `This request is too large: ${formatBytes(bodyBytes)} is the most`);
		if (held + size > allBodyBytes)
			throw new Refusal(503, 'Too many large requests are under way', { retryAfter: '5' });
		held += size;
	}

	async function collect({ body }: Asked, taken: { size: number }, signal: AbortSignal): Promise<Uint8Array> {
		const chunks: Uint8Array[] = [];
		for await (const chunk of body) {
			signal.throwIfAborted();
			take(chunk.length, taken.size);
			taken.size += chunk.length;
			chunks.push(chunk);
		}
		return Buffer.concat(chunks);
	}

	const give = (size: number) => {
		held -= size;
	};

	return {
		async read(asked, signal) {
			refuseByHead(asked, bodyBytes);
			const taken = { size: 0 };
			const late = AbortSignal.timeout(time.body);
			const either = AbortSignal.any([signal, late]);
			try {
				const bytes = await raceAbort(collect(asked, taken, either), either);
				return { bytes, [Symbol.dispose]: () => give(taken.size) };
			} catch (error) {
				give(taken.size);
				throw error === late.reason ? tooSlow() : error;
			}
		},
	};
}

function tooSlow(): Refusal {
	return new Refusal(408, 'The body of this request did not come in time');
}

/** Throws a `Refusal` where there is no need to read. */
function refuseByHead({ headers }: Asked, most: number): void {
	const encoding = headers['content-encoding'] ?? 'identity';
	if (encoding.toLowerCase() !== 'identity') throw new Refusal(415, 'A compressed request is not read');
	if (Number(headers['content-length'] ?? 0) > most)
		throw new Refusal(413, `This request is too large: ${formatBytes(most)} is the most`);
}
