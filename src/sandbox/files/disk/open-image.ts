import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { entryPath, type OpenFolder } from '../folder.ts';
import { strangeProblem } from './disk-problem.ts';
import { removeHalfMade } from './make-image.ts';

const asImage = constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * Opens a disk image that this process's user has made and nobody else can write. The caller closes it. Rejects with `ProblemError` where
 * something else lies there, such as an image that somebody else wrote, and with the system's errors.
 */
export async function openImage(image: string, openFolder: OpenFolder): Promise<FileHandle> {
	await using folder = await openFolder(dirname(image));
	const name = basename(image);
	const file = await open(entryPath(folder, name), asImage).catch((error: unknown) => {
		throw codeOf(error) === 'ELOOP' ? strangeProblem(image, 'it is a link') : error;
	});
	try {
		// Of a process that died while it made it, an image may have another name
		if ((await file.stat()).nlink > 1) await removeHalfMade(folder, name);
		const why = whyStrange(await file.stat());
		if (why !== undefined) throw strangeProblem(image, why);
		return file;
	} catch (error) {
		await file.close();
		throw error;
	}
}

/** Why a file is no image of ours; undefined where it is one. */
function whyStrange(facts: Pick<Stats, 'isFile' | 'uid' | 'mode' | 'nlink'>): string | undefined {
	if (!facts.isFile()) return 'it is not a file';
	if (facts.uid !== process.geteuid?.()) return 'another user has made it';
	if ((facts.mode & 0o022) !== 0) return 'other users may write it';
	return facts.nlink === 1 ? undefined : 'it has a second name';
}
