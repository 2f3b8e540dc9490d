import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';

/** Times signs of the bot, as they reach the fake Discords of this process. Disposing ends it. */
export interface SignWatch extends Disposable {
	/** Resolves, with the time by `performance.now()`, when the next one after now reaches this Discord. */
	next(discord: FakeDiscord): Promise<number>;
}

const typing = /^\/api\/v\d+\/channels\/\d+\/typing\b/;
const callback = /^\/api\/v\d+\/interactions\/\d+\/[^/]+\/callback\b/;
/** https://nodejs.org/docs/latest-v24.x/api/diagnostics_channel.html#http */
const channel = 'http.server.request.start';

/** The first answers to interactions. */
export function watchDeferrals(): SignWatch {
	return watch(callback);
}

/** That the bot types. */
export function watchTyping(): SignWatch {
	return watch(typing);
}

function watch(path: RegExp): SignWatch {
	const waiting = new Map<string, (at: number) => void>();
	const onStart = (message: unknown): void => {
		const at = performance.now();
		const { url = '', headers } = (message as { readonly request: IncomingMessage }).request;
		const host = headers.host ?? '';
		if (!path.test(url)) return;
		waiting.get(host)?.(at);
		waiting.delete(host);
	};
	subscribe(channel, onStart);
	return {
		next: ({ apiUrl }) => new Promise((resolve) => waiting.set(new URL(apiUrl).host, resolve)),
		[Symbol.dispose]: () => unsubscribe(channel, onStart),
	};
}

/** Notes when posts reach a channel. Disposing ends it. */
export interface PostWatch extends Disposable {
	/** By `performance.now()`, in order. */
	times(): readonly number[];
}

export function watchPosts({ apiUrl }: FakeDiscord, thread: string): PostWatch {
	const times: number[] = [];
	const { host } = new URL(apiUrl);
	const onStart = (message: unknown): void => {
		const at = performance.now();
		const { method, url = '', headers } = (message as { readonly request: IncomingMessage }).request;
		if (method === 'POST' && headers.host === host && url.endsWith(`/channels/${thread}/messages`)) times.push(at);
	};
	subscribe(channel, onStart);
	return { times: () => times, [Symbol.dispose]: () => unsubscribe(channel, onStart) };
}

/** Notes when the model server of this process says something. Disposing ends it. */
export interface ModelWatch extends Disposable {
	/** When it wrote last, by `performance.now()`; undefined: it has not yet. */
	lastWord(): number | undefined;
}

/** Whoever asked may leave at the end of what is said, so that the response never finishes. */
export function watchModel(): ModelWatch {
	let last: number | undefined;
	const onStart = (message: unknown): void => {
		const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
		if (!request.url?.endsWith('/chat/completions')) return;
		const write = response.write.bind(response) as (chunk: unknown) => boolean;
		response.write = (chunk: unknown) => {
			last = performance.now();
			return write(chunk);
		};
	};
	subscribe(channel, onStart);
	return { lastWord: () => last, [Symbol.dispose]: () => unsubscribe(channel, onStart) };
}

/** Resolves when this Discord was called by nobody for `ms` milliseconds. */
export async function quiet(discord: FakeDiscord, ms: number, signal: AbortSignal): Promise<void> {
	for (let before = -1, now = discord.calls().length; now !== before; now = discord.calls().length) {
		before = now;
		await delay(ms, undefined, { signal });
	}
}
