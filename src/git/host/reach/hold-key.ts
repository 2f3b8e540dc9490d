import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** Removes what a process that was killed has left there: no other one uses the folder. */
export async function sweepKeys(folder: string): Promise<void> {
	const names = await readdir(folder);
	const left = names.filter((name) => name.startsWith(prefix));
	await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
