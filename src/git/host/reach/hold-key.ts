import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '../../../base/errors.ts';

/** Files of ssh, for the owner alone, until they are removed. */
export interface HeldKey {
	readonly identity: string;
	readonly knownHosts: string;
	remove(): Promise<void>;
}

const prefix = 'key-';

/** Puts a key and the server's keys into a new folder in `folder`. */
export async function holdKey(
	folder: string,
	{ privateKey, knownHosts }: { readonly privateKey: string; readonly knownHosts: string },
): Promise<HeldKey> {
	const own = await mkdtemp(join(folder, prefix));
	const remove = () => rm(own, { recursive: true, force: true });
	const held = { identity: join(own, 'id'), knownHosts: join(own, 'known_hosts'), remove };
	try {
		await writeFile(held.identity, lines(privateKey), { mode: 0o600 });
		await writeFile(held.knownHosts, lines(knownHosts), { mode: 0o600 });
	} catch (error) {
		await remove();
		throw error;
	}
	return held;
}

/** OpenSSH reads no key whose last line is not ended, or whose lines end as those of Windows. */
function lines(text: string): string {
	return `${text.replaceAll('\r\n', '\n').trimEnd()}\n`;
}

/**
 * Makes the folder for its owner alone and removes what a process that was killed has left there. Rejects with `ProblemError` where it is somebody
 * else's: others may write to a file system in memory, too.
 */
export async function openKeyFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const found = await lstat(folder);
	if (!found.isDirectory() || found.uid !== process.getuid?.())
		throw new ProblemError(
			`Cannot keep keys of ssh in "${folder}": somebody else has made it`,
			`Remove it: rm -r '${folder}'`,
		);
	await chmod(folder, 0o700);
	const left = (await readdir(folder)).filter((name) => name.startsWith(prefix));
	await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
