import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, normalize } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { formatBytes } from '../../base/text/format-bytes.ts';

/** A file that was opened for the bot, or why it was not. Whoever is answered closes it. */
export type NamedInput =
	| { readonly file: FileHandle; readonly size: number }
	| { readonly refused: string }
	| { readonly missing: true };

/** Nothing of these is anybody's input: settings, secrets and the kernel's own. */
const closedPlaces = /^\/(?:etc|proc|sys|dev(?!\/shm\/)|run|boot|var\/(?:lib|run|log|spool|backups))(?:\/|$)/;

const asFolder = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const asFile = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file that a person at root's terminal named, for a bot that may not read it itself: no hidden one, and none of the system's own.
 * Links above it lead where they lead, and that place must be open as well; the file itself is none. Never rejects.
 */
export async function openNamedInput(path: string, most: number): Promise<NamedInput> {
	try {
		const problem = placeProblem(path);
		if (problem !== undefined) return { refused: problem };
		const folder = await realpath(dirname(path));
		const place = placeProblem(`${folder === '/' ? '' : folder}/${basename(path)}`);
		if (place !== undefined) return { refused: place };
		return await openIn(folder, basename(path), most);
	} catch (error) {
		const code = codeOf(error) ?? '';
		if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)) return { missing: true };
		return { refused: code === 'ELOOP' ? 'it is a link: name the file itself' : `it cannot be opened (${code})` };
	}
}

/** Pure. */
export function placeProblem(path: string): string | undefined {
	if (!isAbsolute(path) || normalize(path) !== path || path.includes('\0')) return 'its path leads nowhere';
	if (path.split('/').some((part) => part.startsWith('.')))
		return 'it is hidden, or in a hidden folder, and the bot is not root: copy it elsewhere first';
	return closedPlaces.test(path) ? 'it is one of the system’s own, which root hands to nobody' : undefined;
}

/** From the root on, so that no folder is swapped for a link since it was looked at. */
async function openIn(folder: string, name: string, most: number): Promise<NamedInput> {
	let at = await open('/', asFolder);
	try {
		for (const part of folder.split('/').filter(Boolean)) {
			const next = await open(`/proc/self/fd/${at.fd}/${part}`, asFolder);
			await at.close();
			at = next;
		}
		return await regular(await open(`/proc/self/fd/${at.fd}/${name}`, asFile), most);
	} finally {
		await at.close();
	}
}

async function regular(file: FileHandle, most: number): Promise<NamedInput> {
	const stats = await file.stat();
	const refused = stats.isDirectory()
		? 'it is a folder; name the files in it, or pack it into one file'
		: !stats.isFile()
			? 'it is a device, pipe or socket, not a regular file'
			: stats.size > most
				? `it is ${formatBytes(stats.size)}, the limit is ${formatBytes(most)}`
				: undefined;
	if (refused === undefined) return { file, size: stats.size };
	await file.close();
	return { refused };
}
