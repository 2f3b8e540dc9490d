import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeShim, preloadText, statxShim } from '../../../../src/sandbox/podman/own-kernel/statx-shim.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const hasShim = statxShim(process.arch) !== undefined;

it.skipIf(!hasShim)('is loaded by programs, which see what they saw without it, errors too', async () => {
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

it.skipIf(!hasShim)('calls the kernel with all it was given, but for the one flag', async () => {
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

it('is there for ARM64 too, where its last three instructions jump to the address that the linker puts into the slot', () => {
	const file = Buffer.from(statxShim('arm64') ?? []);
	// e_machine of elf(5); R_AARCH64_GLOB_DAT of the second symbol
	expect([file.readUInt16LE(18), file.readUInt32LE(424), file.readUInt32LE(428)]).toEqual([183, 1025, 2]);
	const [start, bytes] = [Number(file.readBigUInt64LE(288 + 32)), Number(file.readBigUInt64LE(288 + 40))];
	const [page = 0, load = 0, jump = 0] = [12, 8, 4].map((before) => file.readUInt32LE(start + bytes - before));
	expect((page & 0x9f00001f) >>> 0).toBe(0x90000010);
	const pages = (((page >>> 5) & 0x7ffff) << 2) | ((page >>> 29) & 3);
	expect((load & 0xffc003ff) >>> 0).toBe(0xf9400211);
	expect(pages * 0x1000 + ((load >>> 10) & 0xfff) * 8).toBe(Number(file.readBigUInt64LE(416)));
	expect(jump).toBe(0xd61f0220);
});

it('is there for no other machine', () => {
	expect(statxShim('riscv64')).toBeUndefined();
});
