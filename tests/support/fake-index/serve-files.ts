import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a path is answered in place of the right answer. */
export type Trouble =
	| { readonly kind: 'redirect'; readonly to: string }
	| { readonly kind: 'status'; readonly status: number }
	/** Takes the request and says nothing, until the server closes. */
	| { readonly kind: 'hangs' }
	/** Sends the headers and half of the body, then says nothing. */
	| { readonly kind: 'stalls' }
	/** Sends the headers and half of the body, then cuts the connection. */
	| { readonly kind: 'cut' }
	/** Sends this many bytes of white space before the body. */
	| { readonly kind: 'padded'; readonly bytes: number };

/** A request; `authorization` as it came. */
export interface SeenRequest {
	readonly method: string;
	readonly path: string;
	readonly host: string;
	readonly authorization: string | undefined;
	readonly accept: string;
}

/** What lies at a path. */
export interface FoundFile {
	readonly type: string;
	readonly body: Uint8Array | string;
}

/** A real server on 127.0.0.1 that tells what a test has it tell. Disposing closes it and every connection. */
export interface FileServer extends AsyncDisposable {
	/** `http://127.0.0.1:<port>` */
	readonly origin: string;
	/** From now on `path` is answered so; undefined mends it. */
	trouble(path: string, trouble: Trouble | undefined): void;
	readonly requests: readonly SeenRequest[];
}

/** `credentials`: `user:password` that every request must bring. */
export async function serveFiles(
	find: (path: string, accept: string) => FoundFile | undefined,
	credentials?: string,
): Promise<FileServer> {
	const troubles = new Map<string, Trouble>();
	const requests: SeenRequest[] = [];
	const server = createServer((request, response) => {
		const path = (request.url ?? '').split('?')[0] ?? '';
		requests.push(seen(request));
		const welcome = !credentials || request.headers.authorization === basic(credentials);
		const trouble = welcome ? troubles.get(path) : ({ kind: 'status', status: 401 } as const);
		serveTo(response, request.method === 'HEAD', find(path, request.headers.accept ?? ''), trouble);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		trouble(path, trouble) {
			if (trouble) troubles.set(path, trouble);
			else troubles.delete(path);
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function seen({ method = '', url = '', headers }: IncomingMessage): SeenRequest {
	const { host = '', authorization, accept = '' } = headers;
	return { method, path: url, host, authorization, accept };
}

function basic(credentials: string): string {
	return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function serveTo(
	response: ServerResponse,
	head: boolean,
	found: FoundFile | undefined,
	trouble: Trouble | undefined,
): void {
	const { status, headers, body } = plainAnswer(found, trouble);
	if (trouble?.kind === 'hangs') return;
	response.writeHead(status, headers);
	if (trouble?.kind === 'padded' && !head) response.write(Buffer.alloc(trouble.bytes, ' '));
	if (trouble?.kind === 'cut' || trouble?.kind === 'stalls') sendHalf(response, body, trouble.kind);
	else response.end(head ? '' : body);
}

interface PlainAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

function plainAnswer(found: FoundFile | undefined, trouble: Trouble | undefined): PlainAnswer {
	const body = Buffer.from(found?.body ?? 'not found');
	if (trouble?.kind === 'status') return { status: trouble.status, headers: {}, body };
	if (trouble?.kind === 'redirect') return { status: 302, headers: { location: trouble.to }, body };
	return { status: found ? 200 : 404, headers: { 'content-type': found?.type ?? 'text/plain' }, body };
}

function sendHalf(response: ServerResponse, body: Buffer, kind: 'cut' | 'stalls'): void {
	response.write(body.subarray(0, body.length >> 1), () => {
		if (kind === 'cut') response.destroy();
	});
}
