import { readObjects } from '../../host/read-objects.ts';
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
	for await (const { oid, content } of readObjects(git.stream, dir, [...changed.keys()], signal)) {
		const path = content.subarray(0, beginning.length).equals(beginning) ? changed.get(oid) : undefined;
		if (path !== undefined) throw pathRefused(path, keptByLfs);
	}
}

/** Goes on from the name of a file that was changed. */
export const keptByLfs = 'is kept by LFS, and cannot be changed from here';
