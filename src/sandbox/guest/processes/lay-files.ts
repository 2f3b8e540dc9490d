import { randomUUID } from 'node:crypto';
import {
	closeSync,
	constants,
	fchmodSync,
	fstatSync,
	mkdirSync,
	openSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { posix } from 'node:path';
import { codeOf, messageOf } from '../../../base/errors.ts';
import { mostLaid } from '../../process-wire.ts';

/** A file for a process, as root's: it cannot be changed by it. */
export interface LaidFile {
	readonly path: string;
	readonly content: string;
}

/**
 * Lays files below `home` or `/tmp`, in folders that are root's on the whole way, so that no user can exchange one of them. No link is followed.
 * Throws a sentence.
 */
export function layFiles(files: readonly LaidFile[], home: string): void {
	if (files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) > mostLaid.bytes)
		throw new Error(`the files for it have more than ${mostLaid.bytes} bytes`);
	for (const { path, content } of files) {
		try {
			layFile(path, content, home);
		} catch (error) {
			throw new Error(`"${path}" cannot be laid: ${whyNot(error)}`, { cause: error });
		}
	}
}

function whyNot(error: unknown): string {
	const code = codeOf(error);
	if (code === 'ELOOP' || code === 'ENOTDIR') return 'a folder on the way is a link, or none';
	return code ?? messageOf(error);
}

const asFolder = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const asNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

function layFile(path: string, content: string, home: string): void {
	const base = baseOf(path, home);
	const [name = '', ...folders] = path
		.slice(base.length + 1)
		.split('/')
		.reverse();
	const folder = walk(base, folders.reverse());
	const [mine, target] = [`.laid-${randomUUID()}`, name].map((one) => `/proc/self/fd/${folder}/${one}`) as [
		string,
		string,
	];
	try {
		writeNew(mine, content);
		// Takes the place of a link of this name: where that leads to stays as it is
		renameSync(mine, target);
	} catch (error) {
		rmSync(mine, { force: true });
		throw error;
	} finally {
		closeSync(folder);
	}
}

function baseOf(path: string, home: string): string {
	const base = [home, '/tmp'].find((one) => one.startsWith('/') && one !== '/' && path.startsWith(`${one}/`));
	if (base === undefined || path.includes('\0') || path.endsWith('/') || posix.normalize(path) !== path)
		throw new Error('it is not a path below HOME or /tmp');
	return base;
}

/** Opens a folder from the root on, making what is missing below `base`. The caller closes it. */
function walk(base: string, below: readonly string[]): number {
	let at = openSync('/', asFolder);
	for (const name of base.split('/').slice(1)) at = step(at, name);
	requireRoots(at);
	for (const name of below) {
		at = step(at, name, makeFolder);
		requireRoots(at);
	}
	return at;
}

/** One folder deeper; the former is closed. */
function step(at: number, name: string, make?: (path: string) => void): number {
	try {
		const path = `/proc/self/fd/${at}/${name}`;
		make?.(path);
		return openSync(path, asFolder);
	} finally {
		closeSync(at);
	}
}

function makeFolder(path: string): void {
	try {
		mkdirSync(path, { mode: 0o755 });
	} catch (error) {
		if (codeOf(error) !== 'EEXIST') throw error;
	}
}

/** inode(7) */
const sticky = 0o1000;

/** Others may make files in it, as in /tmp, but not move those of others. */
function requireRoots(folder: number): void {
	const { uid, mode } = fstatSync(folder);
	if (uid === 0 && ((mode & 0o022) === 0 || (mode & sticky) !== 0)) return;
	closeSync(folder);
	throw new Error("a folder on the way is not root's");
}

function writeNew(path: string, content: string): void {
	const fd = openSync(path, asNew, 0o644);
	try {
		writeFileSync(fd, content);
		fchmodSync(fd, 0o644);
	} finally {
		closeSync(fd);
	}
}
