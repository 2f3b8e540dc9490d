import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, mkdirSync, opendirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../base/errors.ts';
import { asUser, type User } from '../run/users.ts';
import { sanitiseLine } from '../sanitise.ts';

/** Limits of what a test may bring along: files, bytes together, bytes of a path. */
const brought = { count: 20, bytes: 1024 * 1024, path: 200 } as const;

/** Limits of what is looked at afterwards: names, files that are told, bytes together, folders in one another. */
const looked = { names: 1000, told: 40, bytes: 128 * 1024 * 1024, depth: 20 } as const;

export interface WrittenFile {
	readonly name: string;
	readonly size: number;
	readonly sha256: string;
}

/** Why a test's files cannot be placed, as a sentence. */
export function problemOf(files: Readonly<Record<string, unknown>>): string | undefined {
	const names = Object.keys(files);
	if (names.length > brought.count) return `A test may bring at most ${brought.count} files`;
	const bytes = Object.values(files).reduce((sum: number, content) => sum + sizeOf(content), 0);
	if (bytes > brought.bytes) return 'The files of a test may have at most 1 MiB together';
	const wrong = names.find((name) => !isSafePath(name));
	return wrong === undefined ? undefined : `Not a path for a file of a test: "${sanitiseLine(wrong).slice(0, 100)}"`;
}

function sizeOf(content: unknown): number {
	return Buffer.byteLength(typeof content === 'string' ? content : JSON.stringify(content));
}

export function isSafePath(path: string): boolean {
	const parts = path.split('/');
	return isToldPath(path) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Neither too long nor with characters that would have to be escaped. */
function isToldPath(path: string): boolean {
	return Buffer.byteLength(path) <= brought.path && sanitiseLine(path) === path;
}

/** The folder of a run, and whose it is. */
interface TestPlace {
	readonly work: string;
	readonly user: User;
}

/** Writes a test's files; why it could not, as a sentence. Nothing of the user runs meanwhile. */
export function writeFiles({ work, user }: TestPlace, files: Readonly<Record<string, string>>): string | undefined {
	try {
		asUser(user, () => {
			for (const [name, text] of Object.entries(files)) {
				const path = join(work, name);
				mkdirSync(dirname(path), { recursive: true });
				writeFileSync(path, text.toWellFormed(), { flag: 'wx' });
			}
		});
		return undefined;
	} catch (error) {
		return `The files of the test cannot be placed: ${messageOf(error)}`;
	}
}

/**
 * The regular files below a folder, links not followed; or why it holds more than can be looked at, as a sentence. Nothing of the user may
 * run meanwhile.
 */
export function listFiles({ work, user }: TestPlace): readonly WrittenFile[] | string {
	try {
		return asUser(user, () => hashAll(work, namesBelow(work)));
	} catch (error) {
		return error instanceof TooMuch ? error.message : `Its folder cannot be read: ${messageOf(error)}`;
	}
}

class TooMuch extends Error {
	override readonly name = 'TooMuch';
}

/** Paths of the regular files, relative. */
function namesBelow(folder: string): string[] {
	const entries = entriesBelow(folder, '', 0)
		.take(looked.names + 1)
		.toArray();
	if (entries.length > looked.names) throw new TooMuch(`More than ${looked.names} files and folders are in its folder`);
	return entries.flatMap(({ path, isFile }) => (isFile ? [path] : [])).sort();
}

/** Read one by one: a listing that is as long as a disk has room for is left where it gets too long. */
function* entriesBelow(folder: string, below: string, depth: number): Generator<{ path: string; isFile: boolean }> {
	if (depth > looked.depth) throw new TooMuch(`More than ${looked.depth} folders in one another are in its folder`);
	const listing = opendirSync(join(folder, below));
	try {
		for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
			const path = join(below, entry.name);
			yield { path, isFile: entry.isFile() };
			if (entry.isDirectory()) yield* entriesBelow(folder, path, depth + 1);
		}
	} finally {
		listing.closeSync();
	}
}

function hashAll(folder: string, names: readonly string[]): WrittenFile[] {
	let left: number = looked.bytes;
	return names.filter(isToldPath).map((name) => {
		const file = hashFile(join(folder, name), left);
		left -= file.size;
		return { name, ...file };
	});
}

/** As the user who runs; throws where it is larger than is left. */
export function hashFile(path: string, left: number): { readonly size: number; readonly sha256: string } {
	const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		const { size } = fstatSync(fd);
		if (size > left) throw new TooMuch('Its files have more than 128 MiB together');
		return { size, sha256: hashOf(fd) };
	} finally {
		closeSync(fd);
	}
}

function hashOf(fd: number): string {
	const hash = createHash('sha256');
	const chunk = Buffer.alloc(256 * 1024);
	for (let bytes = readSync(fd, chunk); bytes > 0; bytes = readSync(fd, chunk)) hash.update(chunk.subarray(0, bytes));
	return hash.digest('hex');
}

/** Files that are there now and were not, or have changed; a sentence when they are more than can be told. */
export function newFiles(
	before: readonly WrittenFile[],
	after: readonly WrittenFile[],
): readonly WrittenFile[] | string {
	const known = new Map(before.map(({ name, sha256 }) => [name, sha256]));
	const fresh = after.filter(({ name, sha256 }) => known.get(name) !== sha256);
	return fresh.length > looked.told ? `It wrote more than ${looked.told} files` : fresh;
}
