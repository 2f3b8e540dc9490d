import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { bytesOf, FileProblem } from './file-problem.ts';
import { firstOdd } from './text/detect-encoding.ts';

/** The largest file that the file built-ins read whole, bytes. */
const readLimit = 10 * 1024 * 1024;

/** The path a tool was given, absolute. */
export function pathOf(path: string): string {
	if (path.includes('\0')) throw new FileProblem('is not a path: it holds a NUL character');
	return resolve('/workspace', path);
}

/** Reads a regular file whole. Must run as smith. Never blocks on a pipe or device. */
export function readRegular(path: string): { readonly bytes: Buffer; readonly mode: number } {
	return withOpen(path, constants.O_RDONLY, (fd, { size, mode }) => {
		if (size > readLimit) {
			throw new FileProblem(
				`is too large to read whole (${bytesOf(size)}). Use bash: head, tail, sed -n, rg, or Python`,
			);
		}
		return { bytes: readAll(fd, size), mode };
	});
}

/** So much is read of a file at a time for a sample, and most of it in all, bytes. */
const sample = { step: 64 * 1024, most: 4 * 1024 * 1024 };

/** A regular file from its beginning until there are bytes of more than ASCII, and some more; undefined: it cannot be had. Must run as smith. */
export function readTextSample(path: string): Buffer | undefined {
	try {
		return withOpen(path, constants.O_RDONLY, (fd, { size }) => readSample(fd, Math.min(size, sample.most)));
	} catch {
		return undefined;
	}
}

function readSample(fd: number, size: number): Buffer {
	const parts: Buffer[] = [];
	let isPlain = true;
	for (let at = 0; at < size && isPlain; at += sample.step) {
		isPlain = firstOdd(parts.at(-1) ?? Buffer.of()) === -1;
		parts.push(readAll(fd, Math.min(sample.step, size - at), at));
	}
	return Buffer.concat(parts);
}

/** The file at a path that is to be written: undefined for nothing. Must run as smith. */
export function statWritable(path: string): { readonly size: number; readonly mode: number } | undefined {
	if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
	return withOpen(path, constants.O_WRONLY, (_fd, { size, mode }) => ({ size, mode }));
}

function withOpen<Result>(path: string, flags: number, use: (fd: number, stats: Stats) => Result): Result {
	// Without O_NONBLOCK, opening a pipe that nobody writes to would stop the guest for good.
	const fd = openSync(path, flags | constants.O_NONBLOCK | constants.O_NOCTTY);
	try {
		const stats = fstatSync(fd);
		requireRegular(stats);
		return use(fd, stats);
	} finally {
		closeSync(fd);
	}
}

function requireRegular(stats: Stats): void {
	if (stats.isDirectory()) throw new FileProblem('is a folder. Use list_files');
	if (stats.isFIFO()) throw new FileProblem('is a named pipe (FIFO), not a regular file');
	if (!stats.isFile()) throw new FileProblem('is a pipe, socket or device, not a regular file');
	refuseProc(stats);
}

/** /proc as the guest opens it is the guest's own: its memory, its descriptors. */
export function refuseProc(stats: Stats): void {
	if (stats.dev === statSync('/proc').dev) throw new FileProblem('is below /proc. Use bash');
}

function readAll(fd: number, size: number, from = 0): Buffer {
	const bytes = Buffer.alloc(size);
	let at = 0;
	while (at < size) {
		const read = readSync(fd, bytes, at, size - at, from + at);
		if (read === 0) break;
		at += read;
	}
	return bytes.subarray(0, at);
}
