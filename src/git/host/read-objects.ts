import { GitFailedError, type StreamGit } from './order.ts';

/** An object of a mirror, whole. */
export interface ReadObject {
	readonly oid: string;
	readonly content: Buffer;
}

/**
 * Objects by their ids, in that order, one at a time: whoever asks knows that none is large. Throws as `StreamGit`, and `GitFailedError` where one is
 * missing.
 */
export async function* readObjects(
	stream: StreamGit,
	dir: string,
	oids: readonly string[],
	signal: AbortSignal,
): AsyncIterable<ReadObject> {
	if (oids.length === 0) return;
	const input = Buffer.from(oids.map((oid) => `${oid}\n`).join(''));
	let read: Buffer = Buffer.alloc(0);
	for await (const chunk of stream({ dir, args: ['cat-file', '--batch'], input }, signal)) {
		read = read.byteLength === 0 ? Buffer.from(chunk) : Buffer.concat([read, chunk]);
		for (let next = firstIn(read); next; next = firstIn(read)) {
			yield next;
			read = read.subarray(next.end);
		}
	}
}

/** `<id> <type> <size>\n<content>\n`, or `<id> missing\n`: git-cat-file(1), "BATCH OUTPUT". */
function firstIn(read: Buffer): (ReadObject & { readonly end: number }) | undefined {
	const line = read.indexOf(0x0a);
	if (line < 0) return undefined;
	const head = read.subarray(0, line).toString('latin1');
	const [, oid, size] = /^([0-9a-f]+) \w+ (\d+)$/.exec(head) ?? [];
	if (oid === undefined) throw new GitFailedError('cat-file', { kind: 'failed', code: 0, stderr: head });
	const end = line + 1 + Number(size) + 1;
	return end > read.byteLength ? undefined : { oid, content: read.subarray(line + 1, end - 1), end };
}
