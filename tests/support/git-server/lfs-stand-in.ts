import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** A server of LFS after its published description (github.com/git-lfs/git-lfs, docs/api): it refuses what that does not allow. */
export interface LfsStandIn {
	/** By SHA-256; tests change it. */
	readonly files: Map<string, Buffer>;
	/** Each question and each file that was asked for, with what was sent as authorization. */
	readonly seen: { readonly url: string; readonly authorization: string | undefined }[];
	/** As `GitServerOptions.beside`. */
	readonly beside: (request: IncomingMessage, response: ServerResponse) => boolean;
	/** Adds a file and answers its pointer. */
	add(content: string | Buffer): string;
	/** Answers in the place of a right answer of the batch API, or of a file. */
	fault?: { readonly batch?: Answerer; readonly file?: Answerer };
}

type Answerer = (response: ServerResponse, right: { readonly status: number; readonly body: unknown }) => void;

const media = 'application/vnd.git-lfs+json';
const batchSchema = z.strictObject({
	operation: z.literal('download'),
	transfers: z.array(z.literal('basic')),
	hash_algo: z.literal('sha256'),
	objects: z.array(z.strictObject({ oid: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().nonnegative() })).max(100),
});

/** `token`: the password by which the repository `acme/app` is reached; undefined: everybody may. */
export function createLfsStandIn(token?: string): LfsStandIn {
	const files = new Map<string, Buffer>();
	const seen: LfsStandIn['seen'] = [];
	const standIn: LfsStandIn = {
		files,
		seen,
		add(content) {
			const bytes = Buffer.from(content as string);
			const sha256 = createHash('sha256').update(bytes).digest('hex');
			files.set(sha256, bytes);
			return pointerTo(sha256, bytes.length);
		},
		beside(request, response) {
			const { url = '', headers } = request;
			const isBatch = url === '/acme/app.git/info/lfs/objects/batch';
			if (!isBatch && !url.startsWith('/lfs-files/')) return false;
			seen.push({ url, authorization: headers.authorization });
			void (isBatch ? batch(request, response) : file(request, response)).catch(() => response.destroy());
			return true;
		},
	};

	async function batch(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const right = rightAnswer(request, await text(request));
		(standIn.fault?.batch ?? send)(response, right);
	}

	function rightAnswer({ headers, method }: IncomingMessage, body: string) {
		if (method !== 'POST' || headers.accept !== media || headers['content-type'] !== media)
			return { status: 406, body: { message: 'Not acceptable' } };
		if (token !== undefined && passwordOf(headers.authorization) !== token)
			return { status: 401, body: { message: 'Credentials needed' } };
		const asked = batchSchema.safeParse(JSON.parse(body)).data;
		if (!asked) return { status: 422, body: { message: 'Not understood' } };
		const objects = asked.objects.map(({ oid, size }) => objectOf(oid, size, headers.host ?? ''));
		return { status: 200, body: { transfer: 'basic', objects, hash_algo: 'sha256' } };
	}

	function objectOf(oid: string, size: number, host: string): object {
		if (!files.has(oid)) return { oid, size, error: { code: 404, message: 'Object does not exist' } };
		const download = { href: `https://${host}/lfs-files/${oid}`, header: { 'X-Pass': 'sesame' }, expires_in: 3_600 };
		return { oid, size, authenticated: true, actions: { download } };
	}

	async function file({ url = '', headers, method }: IncomingMessage, response: ServerResponse): Promise<void> {
		const content = files.get(url.replace('/lfs-files/', ''));
		const isGood = content && method === 'GET' && headers['x-pass'] === 'sesame';
		(standIn.fault?.file ?? send)(response, isGood ? { status: 200, body: content } : { status: 404, body: {} });
	}
	return standIn;
}

/** A pointer as `git lfs` writes it. */
export function pointerTo(sha256: string, size: number | string): string {
	return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`;
}

function send(response: ServerResponse, { status, body }: { readonly status: number; readonly body: unknown }): void {
	if (body instanceof Buffer) response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body);
	else response.writeHead(status, { 'content-type': media }).end(JSON.stringify(body));
}

function passwordOf(header = ''): string | undefined {
	const decoded = Buffer.from(header.replace(/^Basic /, ''), 'base64').toString();
	return decoded.includes(':') ? decoded.slice(decoded.indexOf(':') + 1) : undefined;
}
