import type { Dispatcher } from 'undici';
import { lazy } from '../../base/lazy.ts';
import { answerHeaders } from '../dialects/headers.ts';
import type { GatewayTime } from '../gateway-limits.ts';
import { type AnswerHead, hasWords, refusalOf, unreachable } from './failures.ts';

/** A call as it goes out. */
export interface Outgoing {
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	/** JSON. */
	readonly body: string;
	/** A stream of events is to come back. */
	readonly wantsEvents: boolean;
	/** Cut out of whatever words are passed on. */
	readonly apiKey?: string | undefined;
}

/** An answer that can be passed on as it is. */
export interface GoodAnswer {
	readonly status: number;
	/** Those that are passed on. */
	readonly headers: Readonly<Record<string, string>>;
	/** Rejects where it breaks off, with the signal's reason when aborted. Leaving it ends the connection. */
	readonly body: AsyncIterable<Uint8Array>;
}

/** Disposing ends all connections. */
export interface Sender extends AsyncDisposable {
	/** Rejects with a `Refusal` where there is no answer that can be passed on, and with the signal's reason. Follows no redirect. */
	send(call: Outgoing, signal: AbortSignal): Promise<GoodAnswer>;
}

const keepAliveMs = 4_000;
/** Bytes of an error that are read for its words, and of any other body that nobody reads. */
const mostWords = 65_536;

/** Goes through the proxy that HTTPS_PROXY or HTTP_PROXY names unless NO_PROXY excepts the host, else directly. The library is loaded with the first call. */
export function createSender(time: GatewayTime): Sender {
	const opened = lazy(() => openDispatcher(time));

	async function open(call: Outgoing, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
		const { library, dispatcher } = await opened.get();
		try {
			const { url, headers, body } = call;
			return await library.request(url, { dispatcher, method: 'POST', headers, body, signal });
		} catch (error) {
			signal.throwIfAborted();
			throw unreachable(error);
		}
	}

	return {
		async send(call, signal) {
			const { statusCode, headers, body } = await open(call, signal);
			const head = {
				...headOf(headers),
				...{ status: statusCode, host: call.url.hostname, wantsEvents: call.wantsEvents },
			};
			const words = hasWords(head) ? await wordsOf(body, call.apiKey) : undefined;
			const refusal = refusalOf(head, words);
			if (!refusal) return { status: statusCode, headers: passedOf(headers), body };
			// A body that nobody reads keeps its connection.
			if (words === undefined) void body.dump({ limit: mostWords, signal }).catch(() => undefined);
			throw refusal;
		},
		async [Symbol.asyncDispose]() {
			await (await opened.made())?.dispatcher.destroy();
		},
	};
}

async function openDispatcher(time: GatewayTime) {
	const library = await import('undici');
	const dispatcher = new library.EnvHttpProxyAgent({
		...{ headersTimeout: time.firstByte, bodyTimeout: time.idle, connect: { timeout: time.connect } },
		...{ keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: keepAliveMs },
	});
	return { library, dispatcher };
}

function headOf(headers: Dispatcher.ResponseData['headers']): Pick<AnswerHead, 'type' | 'encoding' | 'retryAfter'> {
	const [type = ''] = textOf(headers['content-type']).toLowerCase().split(';');
	const retryAfter = textOf(headers['retry-after']);
	return {
		type: type.trim(),
		encoding: textOf(headers['content-encoding']).trim().toLowerCase(),
		...(/^[\w ,:]{1,40}$/.test(retryAfter) && { retryAfter }),
	};
}

/** Undefined where they are too many, or break off. */
async function wordsOf(body: AsyncIterable<Uint8Array>, apiKey = ''): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of body) {
			size += chunk.length;
			if (size > mostWords) return undefined;
			chunks.push(chunk);
		}
	} catch {
		return undefined;
	}
	const words = Buffer.concat(chunks).toString();
	// A shorter one is a stand-in, and may be a part of any word
	return apiKey.length < 8 ? words : words.replaceAll(apiKey, '[key]');
}

function passedOf(headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> {
	const found = answerHeaders.map((name) => [name, textOf(headers[name])] as const);
	return Object.fromEntries(found.filter(([, value]) => /^[\x20-\x7e]{1,300}$/.test(value)));
}

function textOf(value: string | string[] | undefined): string {
	return [value].flat()[0] ?? '';
}
