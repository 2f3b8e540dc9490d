import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { type AddressInfo, Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Where agents are told that models are. */
const fixedPort = 18_080;
/** Connections at once. */
const maxConnections = 64;
/** How long after another try for a port that a relay before this one still holds, ms. */
const retryMs = 50;
/** Bytes of a body that may be on their way, in each direction. */
const window = 256 * 1024;

/** All that the host looks at. */
const forwarded = [
	...['authorization', 'x-api-key', 'x-goog-api-key'],
	...['accept', 'content-type', 'content-encoding', 'content-length'],
	...['anthropic-version', 'anthropic-beta'],
];

/**
 * The model gateway's inner side, a program of its own that runs as long as its sandbox: it takes plain HTTP at a fixed port of the
 * sandbox's loopback and hands each request out as an HTTP/2 stream over its standard input and output, where the host answers; bodies
 * stream both ways. It knows no rules and no keys. It ends when its standard input does.
 *
 * Run as `gateway-relay.mjs <port>` it listens there in place of the fixed port.
 */
function main(): void {
	// process.stdout would block while the host does not read
	const output = new Socket({ fd: 1, readable: false, writable: true });
	const wire = Duplex.from({ readable: process.stdin, writable: output });
	const settings = { enablePush: false, initialWindowSize: window };
	const session = connect('http://gateway', { createConnection: () => wire, settings });
	session.once('connect', () => session.setLocalWindowSize(16 * window));
	for (const event of ['close', 'error', 'goaway']) session.once(event, () => process.exit(0));
	process.stdin.once('end', () => process.exit(0));

	const server = createServer((request, response) => forward(session, request, response));
	server.maxConnections = maxConnections;
	server.on('error', () => setTimeout(listen, retryMs));
	server.on('listening', () => tellReady(session, (server.address() as AddressInfo).port));
	const port = /^\d+$/.test(process.argv[2] ?? '') ? Number(process.argv[2]) : fixedPort;
	const listen = () => server.listen(port, '127.0.0.1');
	listen();
}

/** By an authority that no forwarded request has. */
function tellReady(session: ClientHttp2Session, port: number): void {
	const ready = { ':method': 'POST', ':path': `/ready?port=${port}`, ':authority': 'relay' };
	session.request(ready, { endStream: true }).resume();
}

function forward(session: ClientHttp2Session, request: IncomingMessage, response: ServerResponse): void {
	const { method = 'GET', url = '/' } = request;
	// HTTP/2 has no other address in a path; a thousand that are wrong would end the session
	if (!/^\/[\x21-\x7e]*$/.test(url)) return void response.writeHead(400, { connection: 'close' }).end();
	const head = { ':method': method, ':path': url, ...headersOf(request) };
	const asked = session.request(head, { endStream: false });
	asked.once('response', ({ ':status': status, ...headers }) => {
		response.writeHead(Number(status), plain(headers));
		// A stream's first token may be minutes away
		response.flushHeaders();
		asked.pipe(response, { end: false });
	});
	// A body that breaks off ends as well, and is no whole one
	asked.once('end', () => (asked.rstCode === constants.NGHTTP2_NO_ERROR ? response.end() : response.destroy()));
	asked.on('error', () => response.destroy());
	asked.once('close', () => {
		if (!asked.readableEnded) response.destroy();
		// The host may answer before it has read all: what is left is read for nobody, so that the client reads the answer
		request.unpipe(asked).resume();
	});
	request.on('error', () => asked.close(constants.NGHTTP2_CANCEL));
	response.once('close', () => !response.writableFinished && asked.close(constants.NGHTTP2_CANCEL));
	request.pipe(asked);
}

function headersOf({ headers }: IncomingMessage): OutgoingHttpHeaders {
	return Object.fromEntries(forwarded.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

/** Without what belongs to HTTP/2. */
function plain(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
}

main();
