import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type GitServer, startGitServer } from '../../../src/demo/git-server/git-server.ts';
import { host } from '../../../tests/support/git-server/git-ground.ts';

/** A server with one repository, `acme/app`, whose only file is said to have so many bytes, which cannot be packed any tighter. They are made as they are sent. */
export interface EndlessServer extends AsyncDisposable {
	readonly server: GitServer;
	/** Bytes of the pack that were taken by whoever fetches. */
	sent(): number;
}

/** `bytes`: of the file. `until`: the connection is cut once so many are sent. */
export async function startEndlessServer(folder: string, bytes: number, until = bytes): Promise<EndlessServer> {
	let sent = 0;
	async function* counted(): AsyncIterable<Buffer> {
		for (const piece of packOf(bytes)) {
			yield piece;
			sent += piece.byteLength;
			if (sent > until) throw new Error('Cut off');
		}
	}
	const beside = (request: IncomingMessage, response: ServerResponse): boolean => {
		answer(request, response, counted()).catch(() => response.destroy());
		return true;
	};
	const server = await startGitServer({ folder, tokens: new Map(), names: [host], beside });
	return { server, sent: () => sent, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const commit = '1'.repeat(40);
const flush = '0000';
/** `<length><text>`: gitprotocol-common(5). */
const line = (words: string) => (words.length + 4).toString(16).padStart(4, '0') + words;

/** gitprotocol-http(5) and gitprotocol-v2(5): what it can do, what it has, and the pack. */
async function answer(request: IncomingMessage, response: ServerResponse, pack: AsyncIterable<Buffer>): Promise<void> {
	const asked = await text(request);
	const isResult = request.method === 'POST';
	response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${isResult ? 'result' : 'advertisement'}` });
	if (!isResult) {
		const abilities = ['version 2\n', 'ls-refs\n', 'fetch=shallow\n', 'object-format=sha1\n'];
		response.end(line('# service=git-upload-pack\n') + flush + abilities.map(line).join('') + flush);
	} else if (asked.includes('command=ls-refs')) {
		const refs = [`${commit} HEAD symref-target:refs/heads/main\n`, `${commit} refs/heads/main\n`];
		response.end(refs.map(line).join('') + flush);
	} else {
		response.write(line('packfile\n'));
		await pipeline(Readable.from(pack, { objectMode: false }), response);
	}
}

const blockBytes = 65_535;

/** gitformat-pack(5): one blob, as stored blocks of zlib (RFC 1951, 3.2.4), on side band 1. */
function* packOf(bytes: number): Iterable<Buffer> {
	const header = Buffer.from([...Buffer.from('PACK'), 0, 0, 0, 2, 0, 0, 0, 1, ...objectHeader(bytes), 0x78, 0x01]);
	yield banded(header);
	const noise = Buffer.from(Uint8Array.from({ length: blockBytes }, (_, at) => (at * 2_654_435_761) >>> 13));
	const block = Buffer.concat([Buffer.from([0, 0xff, 0xff, 0, 0]), noise]);
	const half = Math.ceil(block.byteLength / 2);
	const piece = Buffer.concat([banded(block.subarray(0, half)), banded(block.subarray(half))]);
	for (let sent = 0; sent < bytes; sent += blockBytes) yield piece;
}

function banded(data: Buffer): Buffer {
	const length = (data.byteLength + 5).toString(16).padStart(4, '0');
	return Buffer.concat([Buffer.from(`${length}\u0001`), data]);
}

/** Of a blob (3): four bits of its size, then seven at a time. */
function objectHeader(size: number): number[] {
	const found = [(3 << 4) | (size & 15)];
	for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
		found[found.length - 1] = (found.at(-1) ?? 0) | 128;
		found.push(left % 128);
	}
	return found;
}
