import { stat, utimes } from 'node:fs/promises';
import { codeOf } from '../../base/errors.ts';
import { fileProblem } from '../files/file-problem.ts';
import { packed, removeLeftOver, segmentPath } from './closed-segments.ts';
import { lastOf, type OpenSegment, readRange } from './open-segment.ts';

/** How a file is replaced: `writeAtomically`, or what a test puts in its place. */
export type Replace = (path: string, data: string | Uint8Array) => Promise<void>;

/** Bytes of a closed part before it is compressed, about: whoever reads one has all of it in memory. */
const mostBytes = 8 * 2 ** 20;

/** How many of the open file's entries are closed where those up to `upTo` may be: never the last one, which tells what stands before it. Pure. */
export function closable(open: OpenSegment, upTo: number): number {
	return Math.max(0, Math.min(upTo, lastOf(open) - 1) - open.base);
}

/**
 * Moves the first `count` entries of the open file into closed parts. They are on the disk before the open file is replaced: after a crash
 * between the two what was closed already counts as not closed.
 */
export async function closeFirst(path: string, known: OpenSegment, count: number, replace: Replace): Promise<void> {
	const { base, starts, length } = known;
	const bytes = await readRange(path, 0, length);
	await removeLeftOver(path, base);
	for (const [from, to] of partsOf(starts, count)) {
		const part = bytes.subarray(starts[from], starts[to]);
		await replace(segmentPath(path, base + from + 1), await packed(part));
	}
	const times = await timesOf(path);
	await replace(path, bytes.subarray(starts[count]));
	// It tells when the session was last used, which this is not.
	if (times) await utimes(path, times.atime, times.mtime).catch(() => undefined);
}

async function timesOf(path: string) {
	return await stat(path).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw fileProblem(error, path);
	});
}

/** From which entry up to which one each part goes, counted in the open file from 0. Pure. */
export function partsOf(
	starts: readonly number[],
	count: number,
	most = mostBytes,
): readonly (readonly [number, number])[] {
	const parts: (readonly [number, number])[] = [];
	let from = 0;
	for (let to = 1; to <= count; to += 1) {
		const next = starts[to + 1] ?? Number.POSITIVE_INFINITY;
		if (to < count && next - (starts[from] ?? 0) <= most) continue;
		parts.push([from, to]);
		from = to;
	}
	return parts;
}
