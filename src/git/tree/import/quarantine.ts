import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Begins the names of quarantines in a mirror. */
const prefix = 'taking-';
/** One that is this old was left by a process that is no more, ms: none takes half as long. */
const staleMs = 60 * 60_000;

/**
 * A place beside a mirror's objects in which new ones are made: git sees both, and writes here alone. Nothing of it is in the mirror until `moveIn`;
 * disposing removes all that was not moved.
 */
export interface Quarantine extends AsyncDisposable {
	/** For each git that works in it. */
	readonly env: Readonly<Record<string, string>>;
	/** A folder for packs that are to be moved in. */
	readonly packs: string;
	/** A folder for files that are to become objects. */
	readonly files: string;
	/** Moves the pack of this name, `pack-<hash>`, into the mirror. */
	moveIn(name: string): Promise<void>;
}

/** Makes one, and removes those that were left by a crash. */
export async function openQuarantine(mirror: string): Promise<Quarantine> {
	await removeStale(mirror);
	const path = await mkdtemp(join(mirror, prefix));
	const [objects, packs, files] = [join(path, 'objects'), join(path, 'packs'), join(path, 'files')];
	await Promise.all([mkdir(join(objects, 'pack'), { recursive: true }), mkdir(packs), mkdir(files)]);
	return {
		env: {
			GIT_OBJECT_DIRECTORY: objects,
			// Quoted: a path may hold the colon that parts them (git(1)).
			GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(join(mirror, 'objects')),
			GIT_INDEX_FILE: join(path, 'index'),
		},
		packs,
		files,
		async moveIn(name) {
			const files = (await readdir(packs)).filter((file) => file.startsWith(`${name}.`));
			// Its index is what makes git see a pack.
			for (const file of files.sort((one, other) => rank(one) - rank(other)))
				await rename(join(packs, file), join(mirror, 'objects', 'pack', file));
		},
		[Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
	};
}

function rank(file: string): number {
	return file.endsWith('.idx') ? 1 : 0;
}

async function removeStale(mirror: string): Promise<void> {
	const names = (await readdir(mirror)).filter((name) => name.startsWith(prefix));
	for (const path of names.map((name) => join(mirror, name))) {
		const found = await stat(path).catch(() => undefined);
		if (found && Date.now() - found.mtimeMs > staleMs) await rm(path, { recursive: true, force: true });
	}
}
