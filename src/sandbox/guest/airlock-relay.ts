import { globSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { type AddressInfo, Socket } from 'node:net';
import { basename } from 'node:path';
import { Duplex, pipeline } from 'node:stream';

/** Connections at once: uv opens at most 50. */
const maxConnections = 100;

/**
 * The airlock's inner side, a program of its own, run for one resolving or installing: it takes plain HTTP on the sandbox's loopback and
 * hands each request out as an HTTP/2 stream over its standard input and output, where the host answers. It knows no
 * rules. It ends when its standard input does.
 *
 * Run as `airlock-relay.mjs resolve` it answers by itself that the index lacks what the image has: uv goes by what is installed then, and
 * pages of megabytes are not fetched for nothing.
 */
function main(): void {
	// process.stdout would block while the host does not read
	const output = new Socket({ fd: 1, readable: false, writable: true });
	const wire = Duplex.from({ readable: process.stdin, writable: output });
	const session = connect('http://airlock', { createConnection: () => wire, settings: { enablePush: false } });
	for (const event of ['close', 'error', 'goaway']) session.once(event, () => process.exit(0));
	process.stdin.once('end', () => process.exit(0));

	const known = process.argv[2] === 'resolve' ? installedNames() : new Set();
	const server = createServer((request, response) => {
		if (known.has(pageName(request.url ?? ''))) response.writeHead(404).end();
		else forward(session, request, response);
	});
	server.maxConnections = maxConnections;
	server.listen(0, '127.0.0.1', () => {
		const { port } = server.address() as AddressInfo;
		session.request({ ':method': 'POST', ':path': `/ready?port=${port}` }, { endStream: true }).resume();
	});
}

/** The normalized names (PEP 503) of the distributions in the image. */
function installedNames(): ReadonlySet<string> {
	const folders = globSync('/usr/{local/lib/python3.*,lib/python3}/dist-packages/*.dist-info');
	return new Set(folders.map((folder) => normalName(basename(folder).split('-')[0] ?? '')));
}

function pageName(path: string): string {
	return normalName(/^\/simple\/([^/]+)\/?$/.exec(path)?.[1] ?? '');
}

function normalName(name: string): string {
	return name.replaceAll(/[-_.]+/g, '-').toLowerCase();
}

function forward(session: ClientHttp2Session, request: IncomingMessage, response: ServerResponse): void {
	const asked = session.request(
		{ ':method': request.method ?? 'GET', ':path': request.url ?? '/', accept: request.headers.accept ?? '*/*' },
		{ endStream: true },
	);
	asked.once('response', (headers) => {
		response.writeHead(Number(headers[':status']), plain(headers));
		pipeline(asked, response, (error) => error && response.destroy());
	});
	asked.on('error', () => response.destroy());
	asked.once('close', () => !response.headersSent && response.destroy());
	response.once('close', () => asked.close(constants.NGHTTP2_CANCEL));
}

/** Without the pseudo headers of HTTP/2. */
function plain(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
}

main();
