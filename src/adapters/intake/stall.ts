/** Gives up what stands still. */
export interface Stall extends Disposable {
	readonly signal: AbortSignal;
	/** The body's chunks; fails when one is long in coming. */
	watch(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
	/** Rethrows what was caused by waiting as what it was. */
	explain(error: unknown): never;
}

export interface StallOptions {
	/** So long nothing may come, milliseconds; begins now. */
	readonly ms: number;
	/** As people call it. */
	readonly platform: string;
	/** Makes the error by which a download is given up, for this reason. */
	readonly refusal: (reason: string, options?: ErrorOptions) => Error;
}

export function createStall({ ms, platform, refusal }: StallOptions): Stall {
	const controller = new AbortController();
	const begin = () => setTimeout(() => controller.abort(refusal('the download stood still for a minute')), ms);
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
					// While the reader is busy, the platform is not to blame.
					clearTimeout(timer);
					yield chunk;
					renew();
				}
			} catch (error) {
				explain(refusal(`the connection to ${platform} broke off`, { cause: error }));
			}
		},
		[Symbol.dispose]: () => clearTimeout(timer),
	};
}
