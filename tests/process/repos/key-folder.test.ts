import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyFolderOf } from '../../../src/process/repos/key-folder.ts';
import { tempDir } from '../../support/temp-dir.ts';

it('is the process’s own, and what an earlier one left is gone', async () => {
	await using dir = await tempDir();
	const first = await keyFolderOf('abc', dir.path);
	await writeFile(join(first, 'id'), 'hush');
	await mkdir(join(dir.path, 'threadsmith-keys-other-1'));
	const second = await keyFolderOf('abc', dir.path);
	expect((await stat(second)).mode & 0o777).toBe(0o700);
	expect((await readdir(dir.path)).toSorted()).toEqual(
		[second.split('/').at(-1), 'threadsmith-keys-other-1'].toSorted(),
	);
});
