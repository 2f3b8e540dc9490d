import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeShim, preloadText } from '../../../../src/sandbox/podman/own-kernel/statx-shim.ts';
import { tempDir } from '../../../support/temp-dir.ts';

it.skipIf(process.arch !== 'x64')('is loaded by programs, which see what they saw without it, errors too', async () => {
	await using dir = await tempDir();
	await placeShim(dir.path);
	const LD_PRELOAD = join(dir.path, 'statx.so');
	const list = (env: NodeJS.ProcessEnv) =>
		spawnSync('ls', ['-la', '/usr', '/nope'], { env: { PATH: '/usr/bin:/bin', ...env } });
	const [plain, shimmed] = [list({}), list({ LD_PRELOAD })];
	expect([shimmed.status, `${shimmed.stdout}`, `${shimmed.stderr}`]).toEqual([2, `${plain.stdout}`, `${plain.stderr}`]);
	// The linker tells of what it cannot load, and goes on
	expect(`${shimmed.stderr}`).not.toContain('statx.so');
	const maps = execFileSync('cat', ['/proc/self/maps'], { env: { LD_PRELOAD } }).toString();
	expect(maps.split('\n').filter((line) => line.endsWith('/statx.so'))).toHaveLength(2);
	expect(maps).not.toMatch(/ rwx?x/);
});

it.skipIf(process.arch !== 'x64')('calls the kernel with all it was given, but for the one flag', async () => {
	await using dir = await tempDir();
	await placeShim(dir.path);
	const code = `
import ctypes, sys
shim = ctypes.CDLL(sys.argv[1], use_errno=True)
buffer = ctypes.create_string_buffer(256)
# AT_FDCWD; AT_NO_AUTOMOUNT and AT_SYMLINK_NOFOLLOW; STATX_MODE and STATX_SIZE
print(shim.statx(-100, sys.argv[1].encode(), 0x900, 0x202, buffer), int.from_bytes(buffer[40:48], 'little'))
print(shim.statx(-100, b'/nope', 0x800, 0x202, buffer), ctypes.get_errno())
`;
	const file = join(dir.path, 'statx.so');
	const size = (await readFile(file)).length;
	expect(execFileSync('python3', ['-c', code, file]).toString()).toBe(`0 ${size}\n-1 2\n`);
	expect(preloadText).toBe('/session/statx.so\n');
});
