import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Why this machine cannot mount disk images, tried with one; undefined when it can. On CI it must, so there the tests
 * run and fail.
 */
export function whyNoLoopMounts(): string | undefined {
	if (process.env['CI']) return undefined;
	const reason = tryLoopMount();
	if (reason !== undefined) process.stderr.write(`Disk tests are skipped: ${reason}\n`);
	return reason;
}

function tryLoopMount(): string | undefined {
	if (process.getuid?.() !== 0) return 'not root';
	const dir = mkdtempSync(join(tmpdir(), 'threadsmith-loop-'));
	const image = join(dir, 'image');
	writeFileSync(image, '');
	truncateSync(image, 4 * 1024 * 1024);
	const mounts = [
		['/usr/sbin/mkfs.ext4', '-q', '-F', image],
		['mount', '-o', 'loop', image, dir],
		['umount', dir],
	] as const;
	const failed = mounts.map(run).find((reason) => reason !== undefined);
	rmSync(dir, { recursive: true, force: true });
	return failed;
}

function run([command, ...args]: readonly [string, ...string[]]): string | undefined {
	const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
	return status === 0 ? undefined : (error?.message ?? stderr.trim());
}
