import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';

const root = join(import.meta.dirname, '../../..');
/** The mount is in a name space of its own, and goes with it. */
const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && exec "$2" "$1/scripts/set-up.mjs"';

test('a clone on a read-only disk is told in one sentence', async () => {
	await using dir = await tempDir();
	for (const name of ['scripts', 'package.json', 'package-lock.json'])
		await cp(join(root, name), join(dir.path, name), { recursive: true });
	const said = await new Promise<string>((resolve) => {
		const words = ['--mount', 'sh', '-c', script, 'sh', dir.path, process.execPath];
		execFile('unshare', words, (_, stdout, stderr) => resolve(stdout + stderr));
	});
	expect(said.trim()).toBe(`Cannot write to "${dir.path}" (EROFS), where the packages and the build belong`);
});
