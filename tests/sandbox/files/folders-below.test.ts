import { chown, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldersBelow } from '../../../src/sandbox/files/folder.ts';
import { tempDir } from '../../support/temp-dir.ts';

const user = 65_534;

describe.skipIf(process.getuid?.() !== 0)('foldersBelow()', () => {
	it('opens what lies below, of these users, though the way to it changes its name then', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 's', 'inputs');
		await mkdir(path, { recursive: true });
		await chown(path, user, user);
		await using folder = await foldersBelow(dir.path, [0, user])(path);
		await rename(join(dir.path, 's'), join(dir.path, 't'));
		expect(await folder.stat()).toMatchObject({ uid: user });
	});

	it.each([
		['a link', (at: string) => symlink('/etc', at)],
		['a link to what is allowed', (at: string) => symlink('.', at)],
		['a file', (at: string) => writeFile(at, '')],
	])('goes through no part of the way that is %s', async (_, plant) => {
		await using dir = await tempDir();
		const open = foldersBelow(dir.path, [0]);
		await plant(join(dir.path, 'planted'));
		await expect(open(join(dir.path, 'planted'))).rejects.toThrow('it is not a folder');
		await expect(open(join(dir.path, 'planted', 'apt'))).rejects.toThrow('it is not a folder');
	});

	it("opens no other user's folder, none above, and makes none", async () => {
		await using dir = await tempDir();
		const open = foldersBelow(dir.path, [0]);
		await mkdir(join(dir.path, 'strange'));
		await chown(join(dir.path, 'strange'), user, user);
		await expect(open(join(dir.path, 'strange'))).rejects.toThrow("it is another user's");
		await expect(open(join(dir.path, '..'))).rejects.toThrow('is not below');
		await expect(open('/etc')).rejects.toThrow('is not below');
		await expect(open(join(dir.path, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
	});
});
