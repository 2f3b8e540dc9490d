import { open, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDiskRoom } from '../../../../src/sandbox/files/disk/disk-room.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const mib = 2 ** 20;

describe('createDiskRoom()', () => {
	it('refuses a disk that does not fit, before it is there, with what, why and what to do', async () => {
		await using dir = await tempDir();
		const room = createDiskRoom(async () => 60 * mib);
		const refused = room.claim(join(dir.path, 'none', 'disk.img'), 100 * mib);
		await expect(refused).rejects.toThrow(/disk may take 100 MB, but the host's disk has 60 MB left$/);
		await expect(refused).rejects.toMatchObject({ mend: expect.stringContaining('SANDBOX_DISK') });
	});

	it('counts what those that run may still take, until they have ended', async () => {
		await using dir = await tempDir();
		const room = createDiskRoom(async () => 250 * mib);
		const [one, two, three] = ['one', 'two', 'three'].map((name) => join(dir.path, name));
		const claims = await Promise.all([one, two].map((image) => room.claim(image ?? '', 100 * mib)));
		await expect(room.claim(three ?? '', 100 * mib)).rejects.toThrow(
			/2 other sandboxes that run may take 200 MB of it/,
		);
		claims[0]?.();
		(await room.claim(three ?? '', 100 * mib))();
	});

	it('refuses the last of two that begin at once where only one fits', async () => {
		await using dir = await tempDir();
		const room = createDiskRoom(async () => 150 * mib);
		const claims = await Promise.allSettled(['one', 'two'].map((name) => room.claim(join(dir.path, name), 100 * mib)));
		expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	});

	it('counts the holes of a disk that is there', async () => {
		await using dir = await tempDir();
		const image = join(dir.path, 'disk.img');
		await writeFile(image, new Uint8Array(20 * mib).fill(1));
		await truncate(image, 100 * mib);
		await using handle = await open(image);
		await handle.sync();
		(await createDiskRoom(async () => 81 * mib).claim(image, mib))();
		await expect(createDiskRoom(async () => 79 * mib).claim(image, mib)).rejects.toThrow(/80 MB/);
	});
});
