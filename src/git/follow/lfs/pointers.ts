import { readObjects } from '../../host/read-objects.ts';
import type { GitRunner } from '../../host/run-git.ts';
import type { BaseTree, Entry } from '../../tree/import/base-entries.ts';

/** Stands in a repository in the place of a file that LFS keeps. */
export interface Pointer {
	/** Of the file, 64 hex digits. */
	readonly sha256: string;
	/** Bytes of the file. */
	readonly size: number;
}

/** A pointer has at least 126 bytes and less than 1,024: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const sizes = { least: 120, most: 1_023 };
const form = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d{1,20})\n$/;
const mostLooked = 50_000;
const mostRules = 65_536;

/** Reads a pointer. One with extensions is none: what they do to a file is nobody's here. Pure. */
export function parsePointer(content: Uint8Array): Pointer | undefined {
	if (content.length > sizes.most) return undefined;
	const [, sha256, size] = form.exec(Buffer.from(content).toString('latin1')) ?? [];
	return sha256 === undefined ? undefined : { sha256, size: Number(size) };
}

/** The pointers of a tree, by path, where its attributes speak of LFS. Throws as `StreamGit`. */
export async function pointersIn(
	git: Pick<GitRunner, 'stream'>,
	dir: string,
	{ files }: BaseTree,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, Pointer>> {
	const read = (entries: Iterable<Entry>) => readObjects(git.stream, dir, [...new Set(oidsOf(entries))], signal);
	const rules = [...files].filter(([path, { size }]) => /(?:^|\/)\.gitattributes$/.test(path) && size <= mostRules);
	let isUsed = false;
	for await (const { content } of read(rules.map(([, entry]) => entry))) isUsed ||= content.includes('filter=lfs');
	if (!isUsed) return new Map();
	const small = [...files].filter(([, entry]) => mayBePointer(entry)).slice(0, mostLooked);
	const found = new Map<string, Pointer>();
	for await (const { oid, content } of read(small.map(([, entry]) => entry))) {
		const pointer = parsePointer(content);
		if (pointer) found.set(oid, pointer);
	}
	return new Map(
		small.flatMap(([path, { oid }]) => {
			const pointer = found.get(oid);
			return pointer ? [[path, pointer] as const] : [];
		}),
	);
}

function* oidsOf(entries: Iterable<Entry>): Iterable<string> {
	for (const { oid } of entries) yield oid;
}

function mayBePointer({ mode, size }: Entry): boolean {
	return mode.startsWith('100') && size >= sizes.least && size <= sizes.most;
}
