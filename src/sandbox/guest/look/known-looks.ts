import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import type { Look } from '../../file-shapes.ts';

/** Looks at files, by all that they depend on. */
export type KnownLooks = Map<string, Look>;

/** A file as it is to be looked at; `separator` is that of its columns. */
export interface Asked {
	readonly name: string;
	readonly separator?: string | undefined;
	readonly fd: number;
}

/** Bytes: reading more of them is no quicker than looking at them. */
const mostCompared = 8 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/** All that a look at an open file depends on, in a word; undefined where the file is too large to be compared. It is read from its start, where it stays. */
export function lookName({ name, separator, fd }: Asked): string | undefined {
	const { size } = fstatSync(fd);
	if (size > mostCompared) return undefined;
	const hash = createHash('sha256').update(JSON.stringify([name, separator ?? null, size]));
	const piece = Buffer.allocUnsafe(pieceBytes);
	for (let at = 0; at < size; ) {
		const read = readSync(fd, piece, 0, pieceBytes, at);
		if (read === 0) return undefined;
		hash.update(piece.subarray(0, read));
		at += read;
	}
	return hash.digest('hex');
}

/** Of so many files it is known what was found in them; of a draft that writes others each time, of the first. */
const mostKnown = 32;

/** Notes a look. One that could not be made to its end may be the next time. */
export function noteLook(known: KnownLooks, id: string | undefined, look: Look): void {
	if (id !== undefined && look.kind !== 'large' && known.size < mostKnown) known.set(id, look);
}
