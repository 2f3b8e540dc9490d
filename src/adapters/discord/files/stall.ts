import { Refusal } from './open-download.ts';

/** Gives up what stands still. */
export interface Stall extends Disposable {
	readonly signal: AbortSignal;
	/** The same chunks; fails when one is long in coming. */
	watch(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
	/** Rethrows what was caused by waiting as what it was. */
	explain(error: unknown): never;
}

/** `ms`: so long nothing may come; begins now. */
export function createStall(ms: number): Stall {
	const controller = new AbortController();
	const begin = () => setTimeout(() => controller.abort(new Refusal('the download stood still for a minute')), ms);
	let timer = begin();
	const renew = () => {
		clearTimeout(timer);
		timer = begin();
	};
	const explain = (error: unknown): never => {
		throw controller.signal.aborted ? controller.signal.reason : error;
	};
	return {
		signal: controller.signal,
		explain,
		async *watch(body) {
			try {
				for await (const chunk of body) {
					// While the reader is busy, Discord is not to blame.
					clearTimeout(timer);
					yield chunk;
					renew();
				}
			} catch (error) {
				explain(new Refusal('the connection to Discord broke off', { cause: error }));
			}
		},
		[Symbol.dispose]: () => clearTimeout(timer),
	};
}
