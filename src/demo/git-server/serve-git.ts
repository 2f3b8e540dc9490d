import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { startGit } from '../../git/host/start-git.ts';

/** Of a token, by the path of the repository (`acme/app`). */
export type Grants = Readonly<Record<string, 'read' | 'write'>>;

export interface GitRequest {
	readonly folder: string;
	readonly tokens: ReadonlyMap<string, Grants>;
	readonly open?: readonly string[];
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	/** Bytes of the answer's body after which the connection is cut. */
	readonly cutAt: number | undefined;
}

/** `/acme/app.git/info/refs`, and the two services: gitprotocol-http(5). */
const paths = /^\/([\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*)\.git(\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/;

/** Answers one request by git's own program, if its token may. Resolves when it is answered. */
export async function serveGit(order: GitRequest, signal: AbortSignal): Promise<void> {
	const { request, response } = order;
	const url = new URL(request.url ?? '', 'https://server');
	const [, name = '', rest = ''] = paths.exec(url.pathname) ?? [];
	const writes = rest === '/git-receive-pack' || url.searchParams.get('service') === 'git-receive-pack';
	const status = name === '' ? 404 : statusFor(order, name, writes);
	if (status !== 200) {
		request.resume();
		response.writeHead(status, { 'www-authenticate': 'Basic realm="git"' }).end(`${status}\n`);
		return;
	}
	await runBackend(order, url, signal);
}

/** As GitHub does: a repository that the token is not for is not there. */
function statusFor({ request, tokens, open = [] }: GitRequest, name: string, writes: boolean): number {
	if (!writes && open.includes(name)) return 200;
	const token = tokenOf(request.headers.authorization);
	const grants = token === undefined ? undefined : tokens.get(token);
	if (!grants) return 401;
	const grant = grants[name];
	if (grant === undefined) return 404;
	return writes && grant !== 'write' ? 403 : 200;
}

function tokenOf(header = ''): string | undefined {
	const [, encoded] = /^Basic (\S+)$/.exec(header) ?? [];
	if (encoded === undefined) return undefined;
	const decoded = Buffer.from(encoded, 'base64').toString();
	return decoded.slice(decoded.indexOf(':') + 1);
}

/** git-http-backend(1): what it takes from its environment. */
function environmentOf({ folder, request }: GitRequest, url: URL): Record<string, string> {
	const { headers, method = 'GET' } = request;
	return {
		PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
		HOME: '/nonexistent',
		GIT_PROJECT_ROOT: folder,
		GIT_HTTP_EXPORT_ALL: '1',
		GIT_CONFIG_NOSYSTEM: '1',
		REMOTE_USER: 'demo',
		REMOTE_ADDR: '127.0.0.1',
		REQUEST_METHOD: method,
		PATH_INFO: url.pathname,
		QUERY_STRING: url.search.slice(1),
		CONTENT_TYPE: headers['content-type'] ?? '',
		HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
		GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
		...(headers['content-length'] !== undefined && { CONTENT_LENGTH: headers['content-length'] }),
	};
}

async function runBackend(order: GitRequest, url: URL, signal: AbortSignal): Promise<void> {
	const { request, response, cutAt = Number.POSITIVE_INFINITY } = order;
	await using backend = startGit('git', ['http-backend'], environmentOf(order, url));
	const { stdin, stdout, stderr } = backend.child;
	if (!stdin || !stdout) return;
	const end = () => void backend.kill();
	signal.addEventListener('abort', end, { once: true });
	stderr?.resume();
	// A service that has answered takes no more.
	stdin.on('error', () => request.resume());
	request.pipe(stdin);
	await pipeline(cutAfter(bodyOf(stdout, response), cutAt), response).finally(() =>
		signal.removeEventListener('abort', end),
	);
}

async function* bodyOf(stdout: AsyncIterable<Buffer>, response: ServerResponse): AsyncIterable<Buffer> {
	let head: Buffer | undefined = Buffer.alloc(0);
	for await (const chunk of stdout) {
		if (head === undefined) yield chunk;
		else {
			head = Buffer.concat([head, chunk]);
			const body = answerHead(head, response);
			if (body) head = undefined;
			if (body) yield body;
		}
	}
}

/** Fails once more has come, so that the connection is cut. */
async function* cutAfter(body: AsyncIterable<Buffer>, most: number): AsyncIterable<Buffer> {
	let left = most;
	for await (const chunk of body) {
		yield chunk.subarray(0, left);
		left -= chunk.byteLength;
		if (left < 0) throw new Error('Cut off');
	}
}

/** Sends the headers of a CGI answer (RFC 3875, section 6) once they are whole, and gives what came of the body. */
function answerHead(read: Buffer, response: ServerResponse): Buffer | undefined {
	const end = read.indexOf('\r\n\r\n');
	if (end < 0) return undefined;
	const rows = read.subarray(0, end).toString().split('\r\n');
	const headers = rows.map((row): [string, string] => {
		const colon = row.indexOf(':');
		return [row.slice(0, colon).toLowerCase(), row.slice(colon + 1).trim()];
	});
	const status = headers.find(([name]) => name === 'status')?.[1] ?? '200';
	response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers.filter(([name]) => name !== 'status')));
	return read.subarray(end + 4);
}
