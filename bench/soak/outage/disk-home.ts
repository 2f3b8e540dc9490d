import { execFile } from 'node:child_process';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TempHome, tempHome } from '../../parts/temp-home.ts';

const run = promisify(execFile);

/** Bytes: room for what 200 threads leave, and small enough to be filled. Sparse: only what is written takes room of the machine's. */
const size = 6 * 1024 ** 3;

/** A folder on a disk of its own, which can be filled without harm to others. Disposing removes both. */
export async function diskHome(): Promise<TempHome> {
	await using building = new AsyncDisposableStack();
	const outer = building.use(await tempHome());
	const image = join(outer.path, 'image');
	const path = join(outer.path, 'disk');
	await mkdir(path);
	await writeFile(image, '');
	await truncate(image, size);
	await run('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
	await run('mount', ['-o', 'loop', image, path]);
	building.defer(() => run('umount', ['--lazy', path]).then(() => undefined));
	const parts = building.move();
	return { path, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
