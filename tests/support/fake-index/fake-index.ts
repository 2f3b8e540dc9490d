import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { htmlPage, jsonPage, jsonType, type PageFile } from './index-page.ts';
import { type MadeWheel, makeWheel, sha256Of, type WheelFacts } from './make-wheel.ts';

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
}

export interface PackageFacts extends WheelFacts {
	/** ISO 8601; a month ago unless told, left out with `null`. */
	readonly uploadTime?: string | null;
	readonly yanked?: boolean | string;
	/** The wheel's SHA-256 as the page has it: the right one unless told, none with `null`. */
	readonly sha256?: string | null;
	/** Whether `.metadata` lies beside the wheel (PEP 658): yes unless told. */
	readonly metadata?: boolean;
	/** Where the page says the file is; below this server unless told. */
	readonly url?: string;
	readonly requiresPython?: string;
}

/** A package index for tests: a real server on 127.0.0.1. Disposing closes it and every connection. */
export interface FakeIndex extends AsyncDisposable {
	/** `http://127.0.0.1:<port>/simple` */
	readonly url: string;
	/** Adds a wheel; answers it. */
	add(facts: PackageFacts): MadeWheel;
	/** Adds a file that is not made here, such as a source distribution. */
	addFile(name: string, filename: string, bytes: Uint8Array): void;
	/** From now on `path`, as `/simple/humanize/` or `/files/<filename>`, is answered so; undefined mends it. */
	trouble(path: string, trouble: Trouble | undefined): void;
	readonly requests: readonly SeenRequest[];
}

export interface FakeIndexOptions {
	/** `html` serves PEP 503 pages only, to whoever asks. */
	readonly pages?: 'json' | 'html';
	/** `user:password` that every request must bring. */
	readonly credentials?: string;
}

const monthMs = 30 * 86_400_000;

export async function startFakeIndex({ pages = 'json', credentials }: FakeIndexOptions = {}): Promise<FakeIndex> {
	const shelf = new Map<string, PageFile[]>();
	const contents = new Map<string, Uint8Array | string>();
	const troubles = new Map<string, Trouble>();
	const requests: SeenRequest[] = [];
	const server = createServer((request, response) => {
		const path = (request.url ?? '').split('?')[0] ?? '';
		requests.push(seen(request));
		const welcome = !credentials || request.headers.authorization === basic(credentials);
		const trouble = welcome ? troubles.get(path) : ({ kind: 'status', status: 401 } as const);
		serveTo(response, request.method === 'HEAD', contentOf(path), trouble);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	function contentOf(path: string): Found | undefined {
		const name = /^\/simple\/([^/]+)\/$/.exec(path)?.[1];
		const files = name === undefined ? undefined : shelf.get(name);
		if (name !== undefined && files) {
			return pages === 'html'
				? { type: 'text/html', body: htmlPage(name, files) }
				: { type: jsonType, body: jsonPage(name, files) };
		}
		const body = contents.get(path);
		return body === undefined ? undefined : { type: 'application/octet-stream', body };
	}

	function put(name: string, file: PageFile): void {
		const key = name.toLowerCase().replaceAll(/[-_.]+/g, '-');
		shelf.set(key, [...(shelf.get(key) ?? []), file]);
	}

	return {
		url: `${origin}/simple`,
		requests,
		add(facts) {
			const wheel = makeWheel(facts);
			const path = `/files/${wheel.filename}`;
			contents.set(path, wheel.bytes);
			if (facts.metadata !== false) contents.set(`${path}.metadata`, wheel.metadata);
			put(facts.name, pageFile(facts, wheel, `${origin}${path}`));
			return wheel;
		},
		addFile(name, filename, bytes) {
			contents.set(`/files/${filename}`, bytes);
			const facts = { filename, url: `../../files/${filename}`, sha256: sha256Of(bytes), size: bytes.length };
			put(name, {
				...facts,
				...{ uploadTime: monthAgo(), yanked: false, metadata: undefined, requiresPython: undefined },
			});
		},
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

interface Found {
	readonly type: string;
	readonly body: Uint8Array | string;
}

function monthAgo(): string {
	return new Date(Date.now() - monthMs).toISOString();
}

function pageFile(facts: PackageFacts, wheel: MadeWheel, url: string): PageFile {
	return {
		filename: wheel.filename,
		url: facts.url ?? url,
		sha256: facts.sha256 === null ? undefined : (facts.sha256 ?? wheel.sha256),
		size: wheel.bytes.length,
		uploadTime: facts.uploadTime === null ? undefined : (facts.uploadTime ?? monthAgo()),
		yanked: facts.yanked ?? false,
		metadata: facts.metadata === false ? undefined : sha256Of(wheel.metadata),
		requiresPython: facts.requiresPython,
	};
}

function seen({ method = '', url = '', headers }: IncomingMessage): SeenRequest {
	return { method, path: url, host: headers.host ?? '', authorization: headers.authorization };
}

function basic(credentials: string): string {
	return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function serveTo(
	response: ServerResponse,
	head: boolean,
	found: Found | undefined,
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

function plainAnswer(found: Found | undefined, trouble: Trouble | undefined): PlainAnswer {
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
