import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../src/base/log.ts';
import { createLogFile } from '../../src/process/log-file.ts';
import { noSmallDisk, smallDisk } from '../store/small-disk.ts';
import { tempDir } from '../support/temp-dir.ts';

describe('createLogFile()', () => {
	it('takes lines, readable for its user only, and goes on after those of an earlier process', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'a.log');
		for (const line of ['one\n', 'two\n']) {
			using file = createLogFile({ path, onLost: () => undefined });
			file.write(line);
		}
		expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
		expect((await stat(path)).mode & 0o777).toBe(0o600);
	});

	it.skipIf(noSmallDisk)('drops lines on a full disk, tells it once, and goes on when there is room', async () => {
		await using disk = await smallDisk(256);
		const path = join(disk.path, 'a.log');
		const lost: string[] = [];
		using file = createLogFile({ path, onLost: (why) => lost.push(why) });
		const log = createLogger('info', file);
		log.info('before');
		await disk.fill();
		for (let count = 0; count < 200; count += 1) log.info('x'.repeat(100));
		expect(lost).toHaveLength(1);
		expect(lost[0]).toMatch(/ENOSPC/);
		await rm(join(disk.path, 'filler'));
		log.info('after');
		const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
		expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'after' });
		const told = JSON.parse(lines.at(-2) ?? '');
		expect(told).toMatchObject({ msg: 'Lines of the log could not be written' });
		expect(told.lines).toBeGreaterThan(100);
	});

	it('lives where its folder is not there, and goes on when it is', async () => {
		await using dir = await tempDir();
		const lost: string[] = [];
		const path = join(dir.path, 'none', 'a.log');
		using file = createLogFile({ path, onLost: (why) => lost.push(why) });
		file.write('one\n');
		file.write('two\n');
		expect(lost).toHaveLength(1);
		await mkdir(join(dir.path, 'none'));
		file.write('three\n');
		expect(await readFile(path, 'utf8')).toMatch(/three\n$/);
	});

	it('keeps five files of its size at most', async () => {
		await using dir = await tempDir();
		using file = createLogFile({ path: join(dir.path, 'a.log'), onLost: () => undefined, most: 100 });
		for (let count = 0; count < 100; count += 1) file.write(`${String(count).padStart(49, '.')}\n`);
		const names = await readdir(dir.path);
		expect(names.sort()).toEqual(['a.log', 'a.log.1', 'a.log.2', 'a.log.3', 'a.log.4']);
		for (const name of names) expect((await stat(join(dir.path, name))).size).toBe(100);
		expect(await readFile(join(dir.path, 'a.log'), 'utf8')).toContain('99\n');
	});
});
