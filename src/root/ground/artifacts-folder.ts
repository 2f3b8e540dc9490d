import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { terminalFacts } from '../../adapters/terminal/facts.ts';
import { codeOf } from '../../base/errors.ts';
import type { BotUser } from '../bot-user.ts';

/** A folder that the bot may write into. Disposing removes it where it was made for the bot and nothing came. */
export interface ArtifactsFolder extends AsyncDisposable {
	readonly path: string;
}

const asFolder = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * The folder `artifacts` in a working folder, given to the bot's user, with those in it that sessions of the terminal have left as root. One that
 * belongs to another user stays as it is. Rejects with the system's error, also where something else stands there.
 */
export async function artifactsIn(cwd: string, { uid, gid }: Pick<BotUser, 'uid' | 'gid'>): Promise<ArtifactsFolder> {
	const path = join(cwd, 'artifacts');
	const isNew = await mkdir(path).then(
		() => true,
		(error: unknown) => codeOf(error) !== 'EEXIST' && Promise.reject(error),
	);
	await using folder = await open(path, asFolder);
	const own = `/proc/self/fd/${folder.fd}`;
	const sessions = (await readdir(own)).filter((name) => name.startsWith(`${terminalFacts.prefix}-`));
	for (const session of sessions) {
		await using one = await open(join(own, session), asFolder).catch(() => undefined);
		if (one) await giveRoots(one, uid, gid);
	}
	await giveRoots(folder, uid, gid);
	return {
		path,
		async [Symbol.asyncDispose]() {
			if (isNew) await rmdir(path).catch(() => undefined);
		},
	};
}

async function giveRoots(folder: FileHandle, uid: number, gid: number): Promise<void> {
	if ((await folder.stat()).uid === 0) await folder.chown(uid, gid);
}
