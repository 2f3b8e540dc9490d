import type { GitRunner } from '../../host/run-git.ts';
import { pathRefused } from '../refused.ts';
import type { BaseTree, CommitAt, FileEntry } from './base-entries.ts';

/** A pointer is smaller than this, and begins so: github.com/git-lfs/git-lfs, docs/spec.md. */
const mostPointer = 1_024;
const beginning = Buffer.from('version https://git-lfs.github.com/spec/v1\n');

/**
 * Throws `TreeRefusedError` where a file that LFS keeps is changed: what it holds is not followed, and anything else in its place would be lost for
 * whoever has LFS. One that is deleted or moved is not looked at.
 */
export async function refuseChangedPointers(
	git: Pick<GitRunner, 'stream'>,
	{ dir }: CommitAt,
	base: BaseTree,
	files: ReadonlyMap<string, FileEntry>,
	signal: AbortSignal,
): Promise<void> {
	const changed = new Map<string, string>();
	for (const [path, { oid, mode, size }] of base.files) {
		const now = files.get(path);
		if (now && now.oid !== oid && mode !== '120000' && size < mostPointer) changed.set(oid, path);
	}
	for await (const { oid, content } of smallObjects(git, dir, [...changed.keys()], signal)) {
		const path = content.subarray(0, beginning.length).equals(beginning) ? changed.get(oid) : undefined;
		if (path !== undefined) throw pathRefused(path, keptByLfs);
	}
}

/** Goes on from the name of a file that was changed. */
export const keptByLfs = 'is kept by LFS, and cannot be changed from here';

/** Objects by their ids, each whole, one at a time. Throws as `StreamGit`. */
export async function* smallObjects(
	git: Pick<GitRunner, 'stream'>,
	dir: string,
	oids: readonly string[],
	signal: AbortSignal,
): AsyncIterable<{ readonly oid: string; readonly content: Buffer }> {
	if (oids.length === 0) return;
	const input = Buffer.from(oids.map((oid) => `${oid}\n`).join(''));
	yield* objectsIn(git.stream({ dir, args: ['cat-file', '--batch'], input }, signal));
}

/** The objects of `git cat-file --batch`, each whole: `<id> <type> <size>`, and so many bytes with a line's end on each side. */
async function* objectsIn(
	stream: AsyncIterable<Uint8Array>,
): AsyncIterable<{ readonly oid: string; readonly content: Buffer }> {
	let held = Buffer.alloc(0);
	for await (const bytes of stream) {
		held = Buffer.concat([held, bytes]);
		for (let found = firstOf(held); found; found = firstOf(held)) {
			yield found;
			held = held.subarray(found.used);
		}
	}
}

function firstOf(held: Buffer): { readonly oid: string; readonly content: Buffer; readonly used: number } | undefined {
	const line = held.indexOf(0x0a);
	if (line < 0) return undefined;
	const [oid = '', , size] = held.subarray(0, line).toString('latin1').split(' ');
	const end = line + 1 + Number(size);
	return held.length > end ? { oid, content: held.subarray(line + 1, end), used: end + 1 } : undefined;
}
