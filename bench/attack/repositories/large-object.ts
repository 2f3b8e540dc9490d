import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createDeflate } from 'node:zlib';
import type { ServedRepository } from '../../../src/demo/git-server/make-repository.ts';

export interface LargeObject {
	readonly type: 'blob' | 'commit';
	/** What it begins with; zeros follow, or letters where it is a commit. */
	readonly head: string;
	/** In all. */
	readonly bytes: number;
}

const pieceBytes = 2 ** 22;

/** Writes an object of any size into a server's repository, whatever git would say of it, in memory that does not go by its size. Answers its id. */
export async function putLargeObject(
	{ dir }: Pick<ServedRepository, 'dir'>,
	{ type, head, bytes }: LargeObject,
): Promise<string> {
	const hash = createHash('sha1');
	const filler = Buffer.alloc(pieceBytes, type === 'commit' ? 'x' : 0);
	function* pieces(): Iterable<Buffer> {
		const start = Buffer.from(`${type} ${bytes}\0${head}`);
		hash.update(start);
		yield start;
		for (let left = bytes - Buffer.byteLength(head); left > 0; left -= pieceBytes) {
			const piece = filler.subarray(0, left);
			hash.update(piece);
			yield piece;
		}
	}
	const draft = join(dir, 'objects', 'draft');
	const deflate = createDeflate({ level: constants.Z_BEST_SPEED });
	await pipeline(Readable.from(pieces(), { objectMode: false }), deflate, createWriteStream(draft));
	const id = hash.digest('hex');
	const folder = join(dir, 'objects', id.slice(0, 2));
	await mkdir(folder, { recursive: true });
	await rename(draft, join(folder, id.slice(2)));
	return id;
}
