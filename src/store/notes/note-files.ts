import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { readProblem, setAside } from '../files/damaged.ts';
import { fileProblem } from '../files/file-problem.ts';
import { makeFolder } from '../files/make-folder.ts';
import { corrupt } from '../files/parse-checked.ts';
import { syncFolder, writeAtomically } from '../files/write-atomically.ts';
import type { NoteFile, Notes } from '../notes.ts';
import type { WithRoom } from '../reserve.ts';

const most = 1_000;
const mostBytes = 256 * 1024;

export interface NoteFilesOptions {
	/** Absolute; its parents are made with the first file. */
	readonly folder: string;
	/** Fits the names that there may be; no other file is seen. */
	readonly names: RegExp;
	/** Who may read them: its owner alone, or a sandbox's users, too. */
	readonly readers: 'owner' | 'everybody';
	/** How what is written finds room. */
	readonly withRoom: WithRoom;
}

/** Notes as files of one folder. Links are not followed. */
export function createNoteFiles({ folder, names, readers, withRoom }: NoteFilesOptions): Notes {
	const [fileMode, folderMode] = readers === 'owner' ? [0o600, 0o700] : [0o644, 0o755];
	const pathOf = (name: string): string => {
		if (!names.test(name)) throw new TypeError(`"${name}" is not the name of a note`);
		return join(folder, name);
	};
	return {
		list: () => listNotes(folder, names),
		read: async (name) => await readNote(pathOf(name)),
		write: async (name, text) => {
			const path = pathOf(name);
			await withRoom(async () => {
				await makeFolders(folder, folderMode);
				await writeAtomically(path, text, fileMode).catch(async (error: unknown) => {
					if (codeOf(error) !== 'EISDIR') throw error;
					await setAside(path, Date.now());
					await writeAtomically(path, text, fileMode);
				});
			});
		},
		remove: async (name) => await removeNote(folder, pathOf(name)),
	};
}

async function makeFolders(folder: string, mode: number): Promise<void> {
	try {
		await mkdir(join(folder, '..'), { recursive: true, mode: 0o700 });
		await makeFolder(folder, mode);
	} catch (error) {
		throw fileProblem(error, folder);
	}
}

async function listNotes(folder: string, names: RegExp): Promise<readonly NoteFile[]> {
	const all = await readdir(folder).catch((error: unknown): string[] => {
		if (codeOf(error) === 'ENOENT') return [];
		throw readProblem(error, folder);
	});
	const ours = all.filter((name) => names.test(name)).sort();
	const found = await Promise.all(ours.slice(0, most).map((name) => lookAt(folder, name)));
	return found.filter((file) => file !== undefined);
}

/** Undefined for one that is no regular file, or went away meanwhile. */
async function lookAt(folder: string, name: string): Promise<NoteFile | undefined> {
	return lstat(join(folder, name), { bigint: true }).then(
		(stats) => {
			const stamp = [stats.ino, stats.size, stats.ctimeNs].join('-');
			return stats.isFile() ? { name, changed: stats.mtime.toISOString(), stamp } : undefined;
		},
		() => undefined,
	);
}

/** It does not wait for the other end of a pipe. */
async function readNote(path: string): Promise<string | undefined> {
	try {
		await using handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const stats = await handle.stat();
		if (!stats.isFile()) throw corrupt({ file: path }, '', 'it is not a regular file');
		if (stats.size > mostBytes) throw corrupt({ file: path }, '', `it is larger than ${mostBytes} bytes`);
		return await handle.readFile('utf8');
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw readProblem(error, path);
	}
}

async function removeNote(folder: string, path: string): Promise<void> {
	try {
		await rm(path);
		await syncFolder(folder);
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') throw fileProblem(error, path);
	}
}
