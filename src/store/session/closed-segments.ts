import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, createZstdDecompress, zstdCompress } from 'node:zlib';
import { CorruptFileError, codeOf } from '../../base/errors.ts';
import { readProblem } from '../files/damaged.ts';
import { fileProblem } from '../files/file-problem.ts';
import { syncFolder } from '../files/write-atomically.ts';
import type { JournalEntry } from '../journal.ts';
import { parseJournal, soundLength } from './journal-lines.ts';

/** A closed part of a journal, beside it: its lines from entry `from` on, compressed. */
export interface ClosedSegment {
	readonly from: number;
	readonly path: string;
}

const named = /^journal-(\d{10})\.jsonl\.zst$/;

/** Whether a file of this name, beside a journal, is a closed part of it. Pure. */
export function isClosedSegment(name: string): boolean {
	return named.test(name);
}

/** Where the closed part of the journal at `path` stands that begins with entry `from`. Pure. */
export function segmentPath(path: string, from: number): string {
	return join(dirname(path), `journal-${String(from).padStart(10, '0')}.jsonl.zst`);
}

/**
 * The closed parts of the journal at `path`, oldest first: of those there are, the ones that begin up to entry `base`, which is the last before
 * the open file. Others are of a closing that a crash has cut short, and hold nothing that the open file does not.
 */
export async function closedSegments(path: string, base = Number.POSITIVE_INFINITY): Promise<readonly ClosedSegment[]> {
	return (await allSegments(path)).filter(({ from }) => from <= base);
}

async function allSegments(path: string): Promise<readonly ClosedSegment[]> {
	const folder = dirname(path);
	const names = await readdir(folder).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return [];
		throw readProblem(error, folder);
	});
	return names
		.flatMap((name) => {
			const [, from] = named.exec(name) ?? [];
			return from === undefined ? [] : [{ from: Number(from), path: join(folder, name) }];
		})
		.sort((one, other) => one.from - other.from);
}

/** Removes what a closing that a crash has cut short has left. */
export async function removeLeftOver(path: string, base: number): Promise<void> {
	const left = (await allSegments(path)).filter(({ from }) => from > base);
	if (left.length === 0) return;
	try {
		for (const segment of left) await rm(segment.path, { force: true });
		await syncFolder(dirname(path));
	} catch (error) {
		throw fileProblem(error, path);
	}
}

/** The entries after `seq` that stand in the closed parts of the journal at `path`. Those that cannot be read for damage are left out. */
export async function closedEntries(path: string, base: number, seq = 0): Promise<readonly JournalEntry[]> {
	const segments = await closedSegments(path, base);
	const needed = segments.filter((_, at) => (segments[at + 1]?.from ?? base + 1) > seq + 1);
	const found: (readonly JournalEntry[])[] = [];
	for (const segment of needed) found.push(await entriesIn(segment));
	return found.flat().filter((entry) => entry.seq > seq && entry.seq <= base);
}

/** The entries of a closed part; of a damaged one those before the damage, and none where it is gone. Rejects where the disk or rights are at fault. */
export async function entriesIn({ from, path }: ClosedSegment): Promise<readonly JournalEntry[]> {
	const bytes = await unpacked(await bytesOf(path));
	const position = { file: path, seq: from - 1, base: from - 1 };
	try {
		return parseJournal(bytes, position).entries;
	} catch (error) {
		if (!(error instanceof CorruptFileError)) throw error;
		return parseJournal(bytes.subarray(0, soundLength(bytes, from - 1)), position).entries;
	}
}

/** Whether one of the closed parts of the journal at `path` holds these bytes of text. */
export async function isInClosed(path: string, text: string): Promise<boolean> {
	for (const segment of await closedSegments(path))
		if ((await unpacked(await bytesOf(segment.path))).includes(text)) return true;
	return false;
}

/** Lines as they stand in a closed part. */
export async function packed(lines: string | Uint8Array): Promise<Uint8Array> {
	// The sum tells damage, which may well unpack.
	return await promisify(zstdCompress)(lines, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
}

/** Of what is damaged, as much as comes before it. */
async function unpacked(bytes: Uint8Array): Promise<Buffer> {
	const chunks: Buffer[] = [];
	const unpacking = createZstdDecompress();
	unpacking.end(bytes);
	try {
		for await (const chunk of unpacking) chunks.push(chunk);
	} catch {
		// That it is damaged is seen by the line that is cut.
	}
	return Buffer.concat(chunks);
}

async function bytesOf(path: string): Promise<Uint8Array> {
	try {
		return await readFile(path);
	} catch (error) {
		const problem = codeOf(error) === 'ENOENT' ? undefined : readProblem(error, path);
		if (problem === undefined || problem instanceof CorruptFileError) return new Uint8Array();
		throw problem;
	}
}
