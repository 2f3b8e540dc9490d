import { formatBytes } from '../../base/text/format-bytes.ts';
import type { Ledger } from './ledger.ts';

/** How much may cross the border between a session and its sandbox. */
export interface FileLimits {
	/** Bytes of one file, in either direction. */
	readonly fileBytes: number;
	/** Bytes of all files of one turn, in one direction. */
	readonly turnBytes: number;
	/** Artifacts that one turn may hand back. */
	readonly count: number;
	/** Counts the bytes on the host in all; without one they are not counted. */
	readonly ledger?: Ledger;
}

const megabyte = 1024 * 1024;

/** 50 MB a file, 200 MB and 20 artifacts a turn. */
export const defaultFileLimits: FileLimits = { fileBytes: 50 * megabyte, turnBytes: 200 * megabyte, count: 20 };

/**
 * Why a file of `size` bytes goes too far when the turn has already moved `spent` bytes, as half a sentence; undefined
 * when it does not. Asked with the announced size first and again with the bytes counted so far.
 */
export function whyTooLarge(size: number, spent: number, limits: FileLimits): string | undefined {
	if (size > limits.fileBytes) return `is larger than ${formatBytes(limits.fileBytes)}`;
	if (size + spent > limits.turnBytes)
		return `would bring the files of this turn over ${formatBytes(limits.turnBytes)}`;
	return undefined;
}

/** Why one more artifact goes too far when the turn already has `taken`; undefined when it does not. */
export function whyTooMany(taken: number, limits: FileLimits): string | undefined {
	return taken >= limits.count ? `is more than the ${limits.count} files that one turn may hand back` : undefined;
}
