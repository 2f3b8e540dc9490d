import { mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeCertificates } from './certificate.ts';
import { type Grants, serveGit } from './serve-git.ts';
import { type Trouble, trouble } from './trouble.ts';

export interface GitServerOptions {
	/** Holds the bare repositories, as `acme/app.git`; it is made where it is missing. */
	readonly folder: string;
	/** By token; they may be changed while it serves: a token that is taken out is revoked. */
	readonly tokens: Map<string, Grants>;
	/** Repositories that everybody may read. */
	readonly open?: readonly string[];
	/** For whom the certificate is made out; the first one stands in `url`. Default: 127.0.0.1. */
	readonly names?: readonly string[];
	/** Served beside git, at the same address: an API. Answers whether the request was one for it. */
	readonly beside?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A request as it came. */
export interface SeenRequest {
	readonly method: string;
	/** With its query. */
	readonly url: string;
	readonly authorization: string | undefined;
}

/** A real git server on 127.0.0.1, over TLS. Disposing ends it and all that it runs; its folder stays. */
export interface GitServer extends AsyncDisposable {
	/** `https://127.0.0.1:40123`. */
	readonly url: string;
	readonly port: number;
	/** A file with the certificate of its authority, in PEM. */
	readonly caFile: string;
	readonly seen: readonly SeenRequest[];
	/** From now on; undefined: none any more. */
	setTrouble(next: Trouble | undefined): void;
}

/** Serves the repositories of a folder by `git http-backend`. Rejects where it cannot listen. */
export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
	const names = options.names ?? ['127.0.0.1'];
	const certificates = makeCertificates([...new Set([...names, '127.0.0.1'])], Date.now());
	const caFile = join(options.folder, 'authority.pem');
	await mkdir(options.folder, { recursive: true });
	await writeFile(caFile, certificates.authority.cert);
	const seen: SeenRequest[] = [];
	let now: Trouble | undefined;
	const stop = new AbortController();
	const server = createServer(certificates.server, (request, response) => {
		const { method = '', url = '' } = request;
		seen.push({ method, url, authorization: request.headers.authorization });
		if (now && trouble(now, request, response)) return;
		if (options.beside?.(request, response)) return;
		const cutAt = now?.kind === 'cut' ? now.after : undefined;
		serveGit({ ...options, request, response, cutAt }, stop.signal).catch(() => response.destroy());
	});
	const port = await listen(server);
	return {
		url: `https://${names[0] ?? '127.0.0.1'}:${port}`,
		...{ port, caFile, seen },
		setTrouble: (next) => {
			now = next;
		},
		async [Symbol.asyncDispose]() {
			stop.abort();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function listen(server: Server): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	server.once('error', reject);
	server.listen(0, '127.0.0.1', resolve);
	await promise;
	return (server.address() as AddressInfo).port;
}
