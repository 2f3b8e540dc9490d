import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureDisk, mountDisk, unmountDisk } from '../../../../src/sandbox/files/disk/disk.ts';
import { loopDevicesOf } from '../../../../src/sandbox/files/disk/disk-state.ts';
import { isDiskLost } from '../../../../src/sandbox/podman/lifetime/disk-watch.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { whyNoLoopMounts } from '../../files/loop-mounts.ts';

const never = new AbortController().signal;

/** Writes and flushes, as often as it takes to fail. */
function writeUntilLost(file: string): void {
	const block = Buffer.alloc(2 ** 20, 'x');
	const handle = openSync(file, 'w');
	try {
		for (let written = 0; written < 40; written += 1) {
			writeSync(handle, block);
			fsyncSync(handle);
		}
	} finally {
		closeSync(handle);
	}
}

describe.skipIf(whyNoLoopMounts() !== undefined)("A session's disk whose host has no room", () => {
	it('is lost, and is whole again when it is mounted anew', async () => {
		await using dir = await tempDir();
		const [host, point] = [join(dir.path, 'host'), join(dir.path, 'point')];
		mkdirSync(host);
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'none', host]);
		try {
			const image = join(host, 'disk.img');
			await ensureDisk(image, 64 * 2 ** 20, never);
			await mountDisk(image, point, 1_000_000_000, never);
			expect(await isDiskLost(point)).toBe(false);
			expect(() => writeUntilLost(join(point, 'workspace', 'large'))).toThrow(/EIO|EROFS|ENOSPC/);
			// What is still to be written of the journal fails with the next file
			for (let tries = 0; tries < 20 && !(await isDiskLost(point)); tries += 1) {
				expect(() => writeUntilLost(join(point, 'workspace', `more-${tries}`))).toThrow(/EIO|EROFS|ENOSPC/);
			}
			expect(await isDiskLost(point)).toBe(true);
			await unmountDisk(point, never);
			// Another mount namespace, such as that of a container that is just starting, may keep a copy of the mount
			await waitFor(async () => (await loopDevicesOf(image)).length === 0, 'the loop device to be freed', 60_000);
			execFileSync('mount', ['-o', 'remount,size=100m', host]);
			await mountDisk(image, point, 1_000_000_000, never);
			expect(await isDiskLost(point)).toBe(false);
			writeFileSync(join(point, 'workspace', 'again'), 'again');
		} finally {
			await unmountDisk(point, never);
			execFileSync('umount', ['--lazy', host]);
		}
	});

	it('is not lost where nothing is mounted', async () => {
		expect(await isDiskLost('/nowhere/at/all')).toBe(false);
	});
});
