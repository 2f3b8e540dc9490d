import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isClear } from '../../../src/root/home/left-over.ts';
import { tempDir } from '../../support/temp-dir.ts';

it('is clear where there is no data folder, or one that nothing ran on yet', async () => {
	await using dir = await tempDir();
	expect(await isClear(undefined)).toBe(true);
	expect(await isClear(dir.path)).toBe(true);
	await writeFile(join(dir.path, 'home.json'), '{"version":1,"id":"0123456789abcdef"}');
	expect(await isClear(dir.path)).toBe(true);
});

it('is not where that cannot be told', async () => {
	await using dir = await tempDir();
	await writeFile(join(dir.path, 'home.json'), '{"id":"../../etc"}');
	expect(await isClear(dir.path)).toBe(false);
	await rm(join(dir.path, 'home.json'));
	await symlink('/etc/passwd', join(dir.path, 'home.json'));
	expect(await isClear(dir.path)).toBe(false);
	await rm(join(dir.path, 'home.json'));
	await mkdir(join(dir.path, 'home.json'));
	expect(await isClear(dir.path)).toBe(false);
});
