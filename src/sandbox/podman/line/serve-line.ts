import type { Writable } from 'node:stream';
import type { z } from 'zod';
import { failureOf } from './failures.ts';
import { encodeFrame, readFrames } from './frames.ts';
import { orderSchema } from './messages.ts';

/** The helper's end of a line. */
export interface ServedLine<Request extends z.ZodType> {
	readonly input: AsyncIterable<Uint8Array>;
	readonly output: Writable;
	readonly requests: Request;
	/** Does what is asked for. */
	readonly answer: (request: z.infer<Request>, signal: AbortSignal) => Promise<Answered>;
	/** How much the other side may ask for at once; default: as much as it likes, as it is this program's own. */
	readonly most?: LineLimits;
}

export interface LineLimits {
	/** Orders under way. */
	readonly orders: number;
	/** Bytes of one. */
	readonly orderBytes: number;
}

export interface Answered {
	readonly done: unknown;
	readonly body?: Uint8Array | undefined;
}

/**
 * Does what the other side of these streams asks for, until it leaves; then what is under way is called off, and this resolves when it has
 * ended. Rejects when what comes in is not what the other side would send, or too much of it.
 */
export async function serveLine<Request extends z.ZodType>(served: ServedLine<Request>): Promise<void> {
	const { input, requests, most } = served;
	const calls = new Map<number, AbortController>();
	const working = new Set<Promise<void>>();
	try {
		for await (const { head } of readFrames(input, most?.orderBytes)) {
			const order = orderSchema.parse(head);
			if ('callOff' in order) calls.get(order.callOff)?.abort();
			else if (calls.has(order.id)) throw new Error('two orders have one number');
			else if (calls.size >= (most?.orders ?? Number.POSITIVE_INFINITY))
				throw new Error('too much is asked for at once');
			else begin(order.id, requests.parse(order.request));
		}
	} finally {
		for (const call of calls.values()) call.abort();
		await Promise.all(working);
	}

	function begin(id: number, request: z.infer<Request>): void {
		const call = new AbortController();
		calls.set(id, call);
		const work = served.answer(request, call.signal).then(({ done, body }) => {
			served.output.write(encodeFrame({ id, outcome: { done } }, body));
		});
		const told = work
			.catch((error: unknown) => void served.output.write(encodeFrame({ id, outcome: { failed: failureOf(error) } })))
			.finally(() => {
				calls.delete(id);
				working.delete(told);
			});
		working.add(told);
	}
}
