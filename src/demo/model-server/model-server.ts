import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkChat } from './chat-grammar.ts';
import { type CompletionFacts, toChunks, toCompletion } from './completion.ts';
import { answerTo } from './embedding-answer.ts';
import type { Embeds } from './embeddings.ts';
import { type RefusedFeature, refuseFeature } from './refused-feature.ts';
import {
	type ChatRequest,
	createPlayer,
	type Player,
	type RecordedRequest,
	type Script,
	type ScriptedError,
	type ScriptedReply,
} from './script.ts';
import { heads, startSigns } from './signs-of-life.ts';
import type { NarrowTemplate } from './templates/templates.ts';

export interface ModelServerOptions {
	/** Default 0: a free one. */
	readonly port?: number;
	/** When given, requests without it as bearer token get 401. */
	readonly apiKey?: string;
	/** Features that the server claims not to know, so that clients can be seen to fall back. */
	readonly refuses?: readonly RefusedFeature[];
	/** Models that embed, by name; none of them completes chats. */
	readonly embeddings?: Readonly<Record<string, Embeds>>;
	/** Refuses besides what this template refuses. */
	readonly template?: NarrowTemplate;
	/** Refuses more tokens than this in one request, at four characters a token, as OpenAI and vLLM do. */
	readonly window?: number;
	/** Sends a sign of life so often while a reply is awaited. */
	readonly keepAliveMs?: number;
}

/**
 * A scripted model server on 127.0.0.1: `/v1/chat/completions`, streamed or not, `/v1/embeddings` and `/v1/models`, strict about the
 * grammar. Disposing it drops all connections.
 */
export interface ModelServer extends AsyncDisposable {
	/** The base URL for clients, ending in `/v1`. */
	readonly url: string;
	/** Every chat completion that came, in order, refused ones included. */
	readonly requests: readonly RecordedRequest[];
	/** The texts of every request for embeddings that was taken, in order. */
	readonly embedded: readonly (readonly string[])[];
	/** Replaces the script of a model. */
	play(model: string, script: Script): void;
}

/** Starts a server that knows the models of `scripts` by name, such as `{ brain: […], coder: […] }`. */
export async function startModelServer(
	scripts: Readonly<Record<string, Script>>,
	options: ModelServerOptions = {},
): Promise<ModelServer> {
	const players = new Map(Object.entries(scripts).map(([model, script]) => [model, createPlayer(script)]));
	const requests: RecordedRequest[] = [];
	const embedded: (readonly string[])[] = [];
	const house: House = { players, requests, embedded, options, ids: { next: 1 } };
	// No connection is closed for being idle: whoever is slow would ask on it then, and be reset.
	const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
		answer(house, request, response).catch((error: unknown) => response.destroy(asError(error)));
	});
	await listen(server, options.port ?? 0);
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		requests,
		embedded,
		play: (model, script) => void players.set(model, createPlayer(script)),
		async [Symbol.asyncDispose]() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

interface House {
	readonly players: Map<string, Player>;
	readonly requests: RecordedRequest[];
	readonly embedded: (readonly string[])[];
	readonly options: ModelServerOptions;
	readonly ids: { next: number };
}

async function listen(server: Server, port: number): Promise<void> {
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
}

async function answer(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const raw = await text(request);
	const { apiKey } = house.options;
	if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
		return sendError(response, { status: 401, message: 'Incorrect API key provided', code: 'invalid_api_key' });
	}
	const route = `${request.method} ${request.url}`;
	if (route === 'GET /v1/models') return sendModels(house, response);
	if (route === 'POST /v1/chat/completions') return answerChat(house, raw, response);
	if (route === 'POST /v1/embeddings') return answerEmbeddings(house, parse(raw), response);
	return sendError(response, { status: 404, message: `Invalid URL (${route})` });
}

function answerEmbeddings(house: House, body: unknown, response: ServerResponse): void {
	const { embedded, players } = house;
	const answer = answerTo(body, { models: house.options.embeddings ?? {}, embedded, chats: players });
	if ('status' in answer) sendError(response, answer);
	else sendJson(response, 200, answer);
}

function sendModels({ players, options }: House, response: ServerResponse): void {
	const names = [...players.keys(), ...Object.keys(options.embeddings ?? {})];
	const data = names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'script' }));
	sendJson(response, 200, { object: 'list', data });
}

async function answerChat(house: House, raw: string, response: ServerResponse): Promise<void> {
	const body = parse(raw);
	const error = refuse(house, body) ?? tooLong(raw, house.options);
	const request = body as ChatRequest;
	house.requests.push({
		raw,
		body: request,
		model: String(request?.model),
		...(error === undefined ? {} : { problem: error.message }),
		ended: endOf(response),
	});
	if (error !== undefined) return sendError(response, error);
	const stop = startSigns(response, request.stream === true, house.options.keepAliveMs);
	const reply = await nextReply(house, request, leaving(response)).finally(stop);
	await sendReply(house, { request, raw, reply }, response);
}

/** Aborts when the client leaves before the end. */
function leaving(response: ServerResponse): AbortSignal {
	const left = new AbortController();
	response.once('close', () => response.writableFinished || left.abort(new Error('the client has left')));
	return left.signal;
}

/** A script that is at its end or throws is answered with 400: clients do not try that again. */
async function nextReply({ players }: House, request: ChatRequest, signal: AbortSignal): Promise<ScriptedReply> {
	const refusal = (message: string): ScriptedReply => ({ error: { status: 400, message } });
	try {
		const reply = await players.get(request.model)?.(request, signal);
		return reply ?? refusal(`The script of "${request.model}" has no reply left`);
	} catch (error) {
		return refusal(`The script of "${request.model}" failed: ${asError(error).message}`);
	}
}

function parse(raw: string): unknown {
	try {
		return JSON.parse(raw);
	} catch {
		return undefined;
	}
}

function refuse(
	{ options, players }: House,
	body: unknown,
): (ScriptedError & { readonly message: string }) | undefined {
	const problem = checkChat(body, options.template) ?? refuseFeature(body, options.refuses ?? []);
	if (problem !== undefined) return { status: 400, message: problem.message, code: 'invalid_value' };
	const { model } = body as ChatRequest;
	if (players.has(model)) return undefined;
	return { status: 404, message: `The model '${model}' does not exist`, code: 'model_not_found' };
}

/** In the words of both: https://github.com/vllm-project/vllm/issues/12165 */
function tooLong(
	raw: string,
	{ window = Number.POSITIVE_INFINITY }: ModelServerOptions,
): (ScriptedError & { readonly message: string }) | undefined {
	const tokens = Math.ceil(raw.length / 4);
	if (tokens <= window) return undefined;
	const message = `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`;
	return { status: 400, message, code: 'context_length_exceeded' };
}

function endOf(response: ServerResponse): Promise<'answered' | 'aborted'> {
	return new Promise((resolve) => {
		response.once('close', () => resolve(response.writableFinished ? 'answered' : 'aborted'));
	});
}

interface Exchange {
	readonly request: ChatRequest;
	readonly raw: string;
	readonly reply: ScriptedReply;
}

async function sendReply(house: House, { request, raw, reply }: Exchange, response: ServerResponse): Promise<void> {
	await reply.after;
	if (reply.delayMs !== undefined) await sleep(reply.delayMs, undefined, { ref: false });
	if (reply.error !== undefined) return sendError(response, reply.error);
	const facts: CompletionFacts = {
		id: `chatcmpl-${house.ids.next++}`,
		model: request.model,
		requestLength: raw.length,
		newCallId: () => `call_${house.ids.next++}`,
	};
	if (request.stream !== true) return sendJson(response, 200, toCompletion(reply, facts));
	await sendStream(toChunks(reply, facts, raw.includes('"include_usage":true')), reply, response);
}

async function sendStream(chunks: readonly unknown[], reply: ScriptedReply, response: ServerResponse): Promise<void> {
	const events = [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'];
	if (!response.headersSent) response.writeHead(200, heads.stream);
	const sent = events.slice(0, reply.cutAfter);
	if (reply.chunkDelayMs === undefined) {
		response.write(sent.join(''));
	} else {
		for (const event of sent) {
			if (response.destroyed) return;
			response.write(event);
			await sleep(reply.chunkDelayMs, undefined, { ref: false });
		}
	}
	if (reply.cutAfter === undefined) return void response.end();
	// The bytes written must leave first, or the client sees no answer at all.
	response.write('', () => response.destroy());
}

function sendError(response: ServerResponse, { status, message, code, retryAfter }: ScriptedError): void {
	const error = { message: message ?? `Scripted error ${status}`, type: 'scripted', param: null, code: code ?? null };
	// After a sign of life there is no other status any more: servers then send the error as an event
	if (response.headersSent) return void response.end(inStream(response, JSON.stringify({ error })));
	if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
	sendJson(response, status, { error });
}

function inStream(response: ServerResponse, json: string): string {
	return String(response.getHeader('content-type')).startsWith('text/event-stream') ? `data: ${json}\n\n` : json;
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
	if (!response.headersSent) response.writeHead(status, heads.whole);
	response.end(JSON.stringify(value));
}

function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}
