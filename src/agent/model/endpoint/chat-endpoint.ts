import type { OpenAI } from 'openai';
import { lazy } from '../../../base/lazy.ts';
import { errorBodyBytes, type ModelLimits, type WireLimits, wireLimits } from '../model-limits.ts';
import { type Patience, startPatience } from '../patience.ts';
import { parseJson } from '../text/json-text.ts';
import { problemIn, refusalIn } from '../wire/problem/in-answer.ts';
import { headOfBody, watchBody } from '../wire/watch-body.ts';
import { WireError } from '../wire/wire-problem.ts';
import type { ChatBody } from '../wire/wire-types.ts';
import { withinOrigin } from './same-origin.ts';

export interface EndpointOptions {
	/** Such as `https://api.openai.com/v1`. */
	readonly baseUrl: string;
	/** Without one no `Authorization` header is sent. */
	readonly apiKey?: string | undefined;
	readonly limits: ModelLimits;
	readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The chunks, as far as they are understood. */
export interface Understood {
	/** How much of an answer there is; it grows with whatever belongs to one. */
	readonly heard: number;
	/** The server has named its reason to end. */
	readonly finished: boolean;
}

export interface ChatEndpoint {
	/**
	 * Sends one chat completion and yields its chunks as parsed; a server that does not stream gives one chunk, the
	 * whole completion. Returns whether the server marked the end. Once `understood.finished` is true, only a short while
	 * is waited for what may still come. Rejects with the signal's reason when aborted, else with what `readProblem`
	 * reads. However it ends, the connection is closed or free at once.
	 */
	open(body: ChatBody, understood: Understood, signal: AbortSignal): AsyncGenerator<unknown, boolean>;
}

// We watch for silence ourselves, and by the byte; Node's own limit of 300 s on silence stays above ours.
const noTimeout = 2 ** 31 - 1;

type Library = typeof import('openai');

/** The one place that holds the `openai` package; it is loaded at the first request (about 150 ms). */
export function createChatEndpoint(options: EndpointOptions): ChatEndpoint {
	// Where it could not be loaded, with no descriptors left, it is again.
	const opened = lazy(() => openClient(options));
	return {
		async *open(body, understood, signal) {
			signal.throwIfAborted();
			const { client, library } = await opened.get();
			const patience = startPatience(options.limits);
			const closing = new AbortController();
			try {
				const all = AbortSignal.any([signal, patience.signal, closing.signal]);
				const response = await client.chat.completions.create(asParams(body), { signal: all }).asResponse();
				patience.alive();
				const limits = wireLimits(options.limits);
				const complete = yield* readResponse(response, { client, library, closing, patience, limits, understood });
				// The library ends an aborted stream as if it were whole.
				all.throwIfAborted();
				return complete;
			} catch (error) {
				signal.throwIfAborted();
				patience.signal.throwIfAborted();
				throw error;
			} finally {
				patience.stop();
			}
		},
	};
}

async function openClient({
	baseUrl,
	apiKey,
	fetch = globalThis.fetch,
}: EndpointOptions): Promise<{ client: OpenAI; library: Library }> {
	const library = await import('openai');
	const sameOrigin = withinOrigin(fetch);
	const client = new library.OpenAI({
		baseURL: baseUrl,
		apiKey: apiKey ?? 'none',
		// All that the library would otherwise take from the environment and send along.
		adminAPIKey: null,
		organization: null,
		project: null,
		webhookSecret: null,
		logLevel: 'off',
		maxRetries: 0,
		timeout: noTimeout,
		...(apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
		fetch: async (...request) => withShortError(await sameOrigin(...request)),
	});
	return { client, library };
}

/** The library reads the body of an error to its end. */
function withShortError(response: Response): Response {
	const { ok, body, status, statusText, headers } = response;
	if (ok || body === null) return response;
	const short = new Response(headOfBody(body, errorBodyBytes), { status: possible(status), statusText, headers });
	return Object.defineProperty(short, 'status', { value: status });
}

/** A server may name any status, but no response is made with one above 599 or below 200. */
function possible(status: number): number {
	return status < 200 || status > 599 ? 599 : status;
}

/** Our body has fields that only some servers know, so the library's type does not fit it. */
function asParams(body: ChatBody): OpenAI.ChatCompletionCreateParamsStreaming {
	return body as unknown as OpenAI.ChatCompletionCreateParamsStreaming;
}

interface Reading {
	readonly client: OpenAI;
	readonly library: Library;
	readonly closing: AbortController;
	readonly patience: Patience;
	readonly limits: WireLimits;
	readonly understood: Understood;
}

async function* readResponse(response: Response, reading: Reading): AsyncGenerator<unknown, boolean> {
	if (response.body === null) throw new WireError({ kind: 'cut-off' });
	const type = response.headers.get('content-type') ?? '';
	const whole = /json/i.test(type);
	const { limits, patience } = reading;
	const { stream, done } = watchBody(response.body, { limits, events: !whole, onBytes: patience.alive });
	if (/\bhtml\b/i.test(type)) {
		await stream.cancel();
		throw new WireError({ kind: 'no-completion' });
	}
	if (whole) {
		yield readWhole(await readText(stream));
		return true;
	}
	yield* readEvents(new Response(stream, { headers: response.headers }), reading);
	return done();
}

async function* readEvents(
	response: Response,
	{ client, closing, patience, understood }: Reading,
): AsyncGenerator<unknown, void> {
	const { Stream } = await import('openai/streaming');
	let heard = understood.heard;
	try {
		for await (const chunk of Stream.fromSSEResponse<unknown>(response, closing, client)) {
			const refusal = refusalIn(chunk);
			if (refusal !== undefined) throw new WireError(refusal);
			yield chunk;
			patience.alive();
			if (understood.heard > heard) patience.progress();
			heard = understood.heard;
			if (understood.finished) patience.finished();
		}
	} catch (error) {
		if (isBreak(error)) throw new WireError({ kind: 'cut-off' }, { cause: error });
		throw error;
	}
}

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
	try {
		return await new Response(stream).text();
	} catch (error) {
		if (error instanceof WireError) throw error;
		throw new WireError({ kind: 'cut-off' }, { cause: error });
	}
}

/** Whether fetch lost the connection, rather than the server saying something. */
function isBreak(error: unknown): boolean {
	return error instanceof TypeError || (error instanceof Error && 'code' in error && !('status' in error));
}

function readWhole(text: string): unknown {
	const value = parseJson(text)?.value;
	const problem = problemIn(value);
	if (problem !== undefined) throw new WireError(problem);
	return value;
}
