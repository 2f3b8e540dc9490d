import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ScriptedReply } from '../model-server/script.ts';
import { heads } from '../model-server/signs-of-life.ts';
import type { Conversation } from './conversation.ts';
import type { AnswerFacts, ProviderCall, ProviderDialect, Refusal, WireRequest } from './dialects/dialect.ts';
import { dialects } from './dialects/dialects.ts';
import { type ProviderRequest, recordOf } from './provider-request.ts';
import { sendPieces } from './send-pieces.ts';

/** Decides the answer by the conversation; `signal` aborts when the client leaves. One that throws is answered with 400. */
export type ProviderScript = (
	conversation: Conversation,
	signal: AbortSignal,
) => ScriptedReply | Promise<ScriptedReply>;

export interface ProviderOptions {
	/** The models that there are; every request for another one is refused as unknown. */
	readonly models: readonly string[];
	/** When given, requests with another key get the vendor's own 401. */
	readonly apiKey?: string;
	/** Default 0: a free one. */
	readonly port?: number;
}

/**
 * A scripted provider of models on 127.0.0.1 that speaks Chat Completions, Responses, Messages and Gemini's content, streamed or not, each as strict as
 * its vendor's and with its vendor's errors. Disposing it drops all connections.
 */
export interface Provider extends AsyncDisposable {
	/** Without a path: `http://127.0.0.1:<port>`. */
	readonly url: string;
	/** Every request that came, in order, refused ones included. */
	readonly requests: readonly ProviderRequest[];
	/** Replaces the script. */
	play(script: ProviderScript): void;
	/** Lays something over every answer from now on, such as an error, a cut or a delay between chunks; undefined: nothing any more. */
	bend(how: ScriptedReply | undefined): void;
}

/** Starts one that has all models and knows one script. */
export async function startProvider(script: ProviderScript, options: ProviderOptions): Promise<Provider> {
	const house: House = { options, requests: [], plays: script, bent: undefined, next: 1 };
	const server = createServer((request, response) => {
		answer(house, request, response).catch((error: unknown) => response.destroy(asError(error)));
	});
	// Whoever is slow would ask on a connection that is being closed for being idle: that is a reset, and nobody's fault.
	server.keepAliveTimeout = 0;
	const port = await listen(server, options.port ?? 0);
	return {
		url: `http://127.0.0.1:${port}`,
		requests: house.requests,
		play: (next) => {
			house.plays = next;
		},
		bend: (how) => {
			house.bent = how;
		},
		async [Symbol.asyncDispose]() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

interface House {
	readonly options: ProviderOptions;
	readonly requests: ProviderRequest[];
	plays: ProviderScript;
	bent: ScriptedReply | undefined;
	next: number;
}

async function listen(server: Server, port: number): Promise<number> {
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	return typeof address === 'object' && address !== null ? address.port : 0;
}

async function answer(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const raw = await text(request);
	const wire = wireOf(request);
	// Clients look in this way whether there is anybody, without a key
	if (/^\/(?:api\/hello)?$/.test(wire.path)) return void response.writeHead(200).end();
	for (const dialect of dialects) {
		const call = dialect.route(wire);
		if (call !== undefined) return answerCall(house, { dialect, call, wire, raw, body: parsed(raw) }, response);
	}
	const message = `Invalid URL (${wire.method} ${wire.path})`;
	sendJson(response, 404, { error: { message, type: 'invalid_request_error', param: null, code: null } });
}

function wireOf({ method = 'GET', url = '/', headers }: IncomingMessage): WireRequest {
	const { pathname, searchParams } = new URL(url, 'http://provider');
	const flat = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(',')]);
	return { method, path: pathname, query: searchParams, headers: Object.fromEntries(flat) };
}

function endOf(response: ServerResponse): Promise<'answered' | 'aborted'> {
	return new Promise((resolve) => {
		response.once('close', () => resolve(response.writableFinished ? 'answered' : 'aborted'));
	});
}

interface Exchange {
	readonly dialect: ProviderDialect;
	readonly call: ProviderCall;
	readonly wire: WireRequest;
	readonly raw: string;
	readonly body: unknown;
}

async function answerCall(house: House, exchange: Exchange, response: ServerResponse): Promise<void> {
	const { dialect, call, wire, body } = exchange;
	const refusal = refusalOf(house, exchange);
	const isRead = refusal === undefined && call.kind === 'generate';
	const conversation = isRead ? dialect.read(call, wire, body) : undefined;
	house.requests.push(recordOf({ ...exchange, refusal, conversation, ended: endOf(response) }));
	if (refusal !== undefined) return sendError(response, dialect, refusal);
	const { write } = dialect;
	if (call.kind === 'models') return sendJson(response, 200, write.models(house.options.models, call));
	if (call.kind === 'count') return sendJson(response, 200, write.count(Math.ceil(exchange.raw.length / 4)));
	if (conversation !== undefined) await converse(house, exchange, conversation, response);
}

function refusalOf({ options }: House, { dialect, call, wire, body }: Exchange): Refusal | undefined {
	const { apiKey, models } = options;
	if (apiKey !== undefined && call.key !== apiKey) return { status: 401, message: 'The API key is not valid' };
	const problem = dialect.check(call, wire, body);
	if (problem !== undefined || (call.kind === 'models' && call.model === undefined)) return problem;
	const model = call.model ?? String((body as { readonly model?: unknown }).model);
	if (models.includes(model)) return undefined;
	return { status: 404, message: `The model '${model}' does not exist`, code: modelCodes[dialect.name] };
}

/** Each vendor's own code for a model that there is not. */
const modelCodes: Readonly<Record<ProviderDialect['name'], string>> = {
	chat: 'model_not_found',
	responses: 'model_not_found',
	messages: 'not_found_error',
	gemini: 'NOT_FOUND',
};

async function converse(
	house: House,
	{ dialect, raw }: Exchange,
	conversation: Conversation,
	response: ServerResponse,
): Promise<void> {
	const leaving = new AbortController();
	response.once('close', () => response.writableFinished || leaving.abort(new Error('the client has left')));
	const reply = await replyOf(house, conversation, leaving.signal);
	await reply.after;
	const { error } = reply;
	if (error !== undefined) return sendError(response, dialect, { message: `Scripted error ${error.status}`, ...error });
	const facts: AnswerFacts = { conversation, requestLength: raw.length, newId: (kind) => `${kind}_${house.next++}` };
	if (conversation.delivery === 'whole') return sendJson(response, 200, dialect.write.whole(reply, facts));
	const head = conversation.delivery === 'array' ? heads.whole : heads.stream;
	await sendPieces(response, head, dialect.write.stream(reply, facts), reply);
}

async function replyOf(house: House, conversation: Conversation, signal: AbortSignal): Promise<ScriptedReply> {
	try {
		return { ...(await house.plays(conversation, signal)), ...house.bent };
	} catch (error) {
		return { error: { status: 400, message: `The script failed: ${asError(error).message}` } };
	}
}

function sendError(
	response: ServerResponse,
	{ write }: ProviderDialect,
	refusal: Refusal & { readonly retryAfter?: number },
): void {
	if (refusal.retryAfter !== undefined) response.setHeader('retry-after', String(refusal.retryAfter));
	sendJson(response, refusal.status, write.error(refusal));
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
	response.writeHead(status, heads.whole).end(JSON.stringify(value));
}

function parsed(raw: string): unknown {
	try {
		return JSON.parse(raw);
	} catch {
		return undefined;
	}
}

function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}
