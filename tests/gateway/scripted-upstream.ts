import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that reached the upstream. */
export interface Reached {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
	/** Resolves when the answer is complete or the connection is gone. */
	readonly closed: Promise<void>;
}

export interface Upstream extends AsyncDisposable {
	/** Without a path. */
	readonly url: string;
	readonly reached: readonly Reached[];
	/** How requests are answered from now on. */
	answer: Answer;
}

export type Answer = (response: ServerResponse, request: Reached) => void | Promise<void>;

/** A model's server on the loopback that answers as it is told. */
export async function startUpstream(answer: Answer): Promise<Upstream> {
	const reached: Reached[] = [];
	const server = createServer(async (request: IncomingMessage, response) => {
		const closed = new Promise<void>((resolve) => response.once('close', resolve));
		const body = await text(request).catch(() => '');
		const { method = '', url = '', headers } = request;
		const one = { method, url, headers, body, closed };
		reached.push(one);
		await upstream.answer(response, one);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const upstream: Upstream = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		reached,
		answer,
		async [Symbol.asyncDispose]() {
			const stopped = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await stopped;
		},
	};
	return upstream;
}

/** A short answer of Chat Completions, whole. */
export const chatAnswer = {
	id: 'c1',
	object: 'chat.completion',
	created: 1,
	model: 'm1',
	choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
	usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
};

export function json(value: unknown, status = 200): Answer {
	return (response) => {
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
	};
}

/** The events of a short streamed answer of Chat Completions. */
export const chatEvents: readonly string[] = [
	...['Hel', 'lo', ' wörld'].map((content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
	{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
	{ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } },
]
	.map(
		(event) =>
			`data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm1', ...event })}\n\n`,
	)
	.concat('data: [DONE]\n\n');

/** Writes pieces, each flushed before the next. */
export function events(pieces: Iterable<string | Uint8Array>): Answer {
	return async (response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve));
		response.end();
	};
}
