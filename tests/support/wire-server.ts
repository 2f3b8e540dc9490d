import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { checkChat } from '../../src/demo/model-server/chat-grammar.ts';

/** One answer, byte for byte. */
export interface WireAnswer {
	/** Written one after the other, each flushed before the next, until the client goes; they may be without end. */
	readonly chunks?: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
	readonly status?: number;
	/** Default: `content-type: text/event-stream`. */
	readonly headers?: Readonly<Record<string, string>>;
	/** `end` closes the body as HTTP wants it (the default), `destroy` drops the connection, `hold` keeps it open. */
	readonly close?: 'end' | 'destroy' | 'hold';
	/** Milliseconds between the last chunk and the close, as on a slow network. */
	readonly closeAfterMs?: number;
}

export interface WireRequest {
	readonly raw: string;
	readonly headers: IncomingHttpHeaders;
	/** Tells connections apart. */
	readonly port: number;
	/** Resolves when the client's side of the connection is gone or the answer is complete. */
	readonly closed: Promise<void>;
}

export interface WireServer extends AsyncDisposable {
	/** The base URL for clients, ending in `/v1`. */
	readonly url: string;
	readonly requests: readonly WireRequest[];
}

/** Answers the nth request with the nth answer, later ones with the last; one that the chat grammar or a template refuses, with 400. */
export async function startWireServer(answers: readonly WireAnswer[]): Promise<WireServer> {
	const requests: WireRequest[] = [];
	const server = createServer(async (request, response) => {
		const closed = new Promise<void>((resolve) => response.once('close', resolve));
		const raw = await text(request);
		const answer = answers[Math.min(requests.length, answers.length - 1)] ?? {};
		requests.push({ raw, headers: request.headers, port: request.socket.remotePort ?? 0, closed });
		await send(refusalOf(raw) ?? answer, response);
	});
	// Whoever is slow would ask on a connection that is being closed for being idle: that is a reset, and nobody's fault.
	server.keepAliveTimeout = 0;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return {
		url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`,
		requests,
		async [Symbol.asyncDispose]() {
			const stopped = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await stopped;
		},
	};
}

function refusalOf(raw: string): WireAnswer | undefined {
	const problem = raw === '' ? undefined : checkChat(JSON.parse(raw));
	if (problem === undefined) return undefined;
	const headers = { 'content-type': 'application/json' };
	return { status: 400, headers, chunks: [JSON.stringify({ error: { message: problem.message } })] };
}

async function send(answer: WireAnswer, response: ServerResponse): Promise<void> {
	const { chunks = [], status = 200, headers, close = 'end', closeAfterMs } = answer;
	response.writeHead(status, headers ?? { 'content-type': 'text/event-stream' });
	response.flushHeaders();
	for await (const chunk of chunks) {
		if (response.destroyed) return;
		await new Promise((resolve) => response.write(chunk, resolve));
		await setImmediate();
	}
	if (closeAfterMs !== undefined) await sleep(closeAfterMs);
	if (close === 'end') response.end();
	if (close === 'destroy') response.destroy();
}

/** The bytes of server-sent events with these payloads, and the end mark. */
export function sse(...events: readonly unknown[]): string {
	return `${sseOpen(...events)}data: [DONE]\n\n`;
}

/** The bytes of server-sent events with these payloads, without the end mark. */
export function sseOpen(...events: readonly unknown[]): string {
	return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

/** A chunk with this delta, and how the choice ends. */
export function delta(fields: object, finish: string | null = null): unknown {
	return { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: fields, finish_reason: finish }] };
}

/** A chunk with pieces of tool calls. */
export function callDelta(...calls: readonly object[]): unknown {
	return delta({ tool_calls: calls });
}
