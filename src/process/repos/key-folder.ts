import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In memory on every Linux, and nobody else's in it (shm_overview(7)). */
const memory = '/dev/shm';

/**
 * A new folder of this process alone, in memory where there is one, for keys while they are used; what an earlier process of this data folder has left is
 * removed first: only one runs at a time. `within`: for tests.
 */
export async function keyFolderOf(homeId: string, within?: string): Promise<string> {
	const place = within ?? ((await isFolder(memory)) ? memory : tmpdir());
	const prefix = `threadsmith-keys-${homeId}-`;
	const left = (await readdir(place)).filter((name) => name.startsWith(prefix));
	// Somebody else's of that name cannot be removed, and is none of ours.
	await Promise.all(left.map((name) => rm(join(place, name), { recursive: true, force: true }).catch(() => undefined)));
	return await mkdtemp(join(place, prefix));
}

async function isFolder(path: string): Promise<boolean> {
	return await stat(path).then(
		(stats) => stats.isDirectory(),
		() => false,
	);
}
