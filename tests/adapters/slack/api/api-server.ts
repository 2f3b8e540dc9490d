import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ApiCall {
	readonly method: string;
	readonly args: Readonly<Record<string, string>>;
	readonly authorization: string | undefined;
	/** What was sent, for a request that is none of the API. */
	readonly body: Buffer;
}

/** What is answered: JSON with status 200, a status with headers and text, or nothing: the connection is cut. */
export type Answer =
	| { readonly json: unknown }
	| { readonly status: number; readonly headers?: Record<string, string>; readonly text?: string | Uint8Array }
	| 'cut';

export interface ApiServer extends AsyncDisposable {
	/** `http://127.0.0.1:PORT/api/` */
	readonly apiUrl: string;
	/** `http://127.0.0.1:PORT` */
	readonly origin: string;
	readonly calls: readonly ApiCall[];
	callsOf(method: string): readonly ApiCall[];
}

/** A server that answers as told: `method` is a method of the API, or the path of anything else. */
export async function startApiServer(answer: (call: ApiCall) => Answer | Promise<Answer>): Promise<ApiServer> {
	const calls: ApiCall[] = [];
	const server = createServer(async (request, response) => {
		const call = await readCall(request);
		calls.push(call);
		send(await answer(call), response);
	});
	// Whoever is slow would ask on a connection that is being closed for being idle: that is a reset, and nobody's fault.
	server.keepAliveTimeout = 0;
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		apiUrl: `${origin}/api/`,
		origin,
		calls,
		callsOf: (method) => calls.filter((call) => call.method === method),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

async function readCall(request: IncomingMessage): Promise<ApiCall> {
	const body = await buffer(request);
	const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
	const isApi = path.startsWith('/api/');
	return {
		method: isApi ? path.slice('/api/'.length) : path,
		args: isApi ? Object.fromEntries(new URLSearchParams(body.toString())) : {},
		authorization: request.headers.authorization,
		body,
	};
}

function send(answer: Answer, response: ServerResponse): void {
	if (answer === 'cut') response.destroy();
	else if ('json' in answer) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer.json));
	else response.writeHead(answer.status, answer.headers).end(answer.text ?? '');
}
