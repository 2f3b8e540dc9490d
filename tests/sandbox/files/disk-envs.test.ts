import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskFolder } from './disk-folder.ts';
import { whyNoLoopMounts } from './loop-mounts.ts';

const base = 1_000_000_000;

/** Runs a shell line as a user of the sandbox would, outside a sandbox; answers its error output. */
function asUser(uid: number, line: string, cwd: string): string {
	return spawnSync('sh', ['-c', line], { cwd, uid, gid: uid, encoding: 'utf8' }).stderr;
}

describe.skipIf(whyNoLoopMounts() !== undefined)('a session disk', () => {
	it('has a folder for environments that only the root of the sandbox changes, and that tools pass and do not list', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		const umask = process.umask(0o077);
		try {
			await disk.mount(base);
		} finally {
			process.umask(umask);
		}
		const envs = join(disk.mountPoint, 'envs');
		expect(await fs.stat(envs)).toMatchObject({ uid: base, gid: base + 1003, mode: 0o40715 });
		expect(asUser(base, 'mkdir new', envs)).toBe('');
		expect(asUser(base + 1000, 'ls; touch new/x; touch y; rmdir new', envs)).toMatch(/(?:.*Permission denied\n){3}/u);
		expect(asUser(base + 1003, 'ls', envs)).toMatch(/Permission denied/);
		expect(asUser(base + 1003, 'ls new', envs)).toBe('');
		await disk.unmount();
		await disk.mount(base + 8192);
		expect(await fs.stat(join(envs, 'new'))).toMatchObject({ uid: base + 8192, gid: base + 8192 });
		expect(await fs.stat(envs)).toMatchObject({ uid: base + 8192, mode: 0o40715 });
	});
});
