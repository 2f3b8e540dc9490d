import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** When a chat completion reached the server's socket, and when its last byte was handed to the system; as `performance.now()`. */
export interface WireTimes {
	readonly arrived: number;
	readonly answered: number;
}

/** Times the chat completions of the model server in this process, without that server's doing. Disposing ends it. */
export interface WireWatch extends Disposable {
	/** Resolves when the next one after now arrives. */
	arrival(): Promise<number>;
	/** The times of the last one that was answered. */
	last(): WireTimes;
}

/** https://nodejs.org/docs/latest-v24.x/api/diagnostics_channel.html#http */
const channels = { start: 'http.server.request.start', finish: 'http.server.response.finish' } as const;

export function watchWire(): WireWatch {
	const arrivals = new WeakMap<IncomingMessage, number>();
	let waiting = Promise.withResolvers<number>();
	let last: WireTimes | undefined;
	const onStart = (message: unknown): void => {
		const at = performance.now();
		const { request } = message as { readonly request: IncomingMessage };
		if (!isChat(request)) return;
		arrivals.set(request, at);
		waiting.resolve(at);
		waiting = Promise.withResolvers();
	};
	const onFinish = (message: unknown): void => {
		const { request } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
		const arrived = arrivals.get(request);
		if (arrived !== undefined) last = { arrived, answered: performance.now() };
	};
	subscribe(channels.start, onStart);
	subscribe(channels.finish, onFinish);
	return {
		arrival: () => waiting.promise,
		last() {
			if (last === undefined) throw new Error('No chat completion has been answered');
			return last;
		},
		[Symbol.dispose]() {
			unsubscribe(channels.start, onStart);
			unsubscribe(channels.finish, onFinish);
		},
	};
}

function isChat({ method, url }: IncomingMessage): boolean {
	return method === 'POST' && url === '/v1/chat/completions';
}
