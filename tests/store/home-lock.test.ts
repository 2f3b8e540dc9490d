import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CorruptFileError, ProblemError } from '../../src/base/errors.ts';
import { lockHome } from '../../src/store/home-lock.ts';
import { type Child, startChild } from '../support/child.ts';
import { tempDir } from '../support/temp-dir.ts';

const childFile = join(import.meta.dirname, 'home-lock-child.ts');

async function lockedChild(home: string): Promise<Child> {
	const child = startChild(childFile, [home]);
	await child.printed('locked');
	return child;
}

describe('lockHome()', () => {
	it('makes the folder for its user only, and writes the pid beside the lock', async () => {
		await using dir = await tempDir();
		const home = join(dir.path, 'deep', 'home');
		await using _lock = await lockHome(home);
		expect((await stat(home)).mode & 0o777).toBe(0o700);
		expect(await readFile(join(home, 'lock.pid'), 'utf8')).toBe(`${process.pid}\n`);
	});

	it('refuses a second process and names the first by its pid', async () => {
		await using dir = await tempDir();
		await using first = await lockedChild(dir.path);
		const refused = lockHome(dir.path);
		await expect(refused).rejects.toThrow(ProblemError);
		await expect(refused).rejects.toThrow(`Cannot start on "${dir.path}": process ${first.pid} is running on it`);
		await expect(refused).rejects.toMatchObject({ mend: expect.stringContaining(`kill ${first.pid}`) });
	});

	it('refuses a second lock of the same process, and keeps the first', async () => {
		await using dir = await tempDir();
		await using _lock = await lockHome(dir.path);
		await expect(lockHome(dir.path)).rejects.toThrow(`process ${process.pid}`);
		await using second = startChild(childFile, [dir.path]);
		const refusal = `Cannot start on "${dir.path}": process ${process.pid} is running on it`;
		await expect(second.printed('locked')).rejects.toThrow(/ended without/);
		expect(second.lines()[0]).toContain(refusal);
	});

	it('is free after the first was killed with SIGKILL', async () => {
		await using dir = await tempDir();
		await using first = await lockedChild(dir.path);
		await first.kill();
		await using lock = await lockHome(dir.path);
		expect(lock.home).toBe(dir.path);
	});

	it('is not handed to children', async () => {
		await using dir = await tempDir();
		const lock = await lockHome(dir.path);
		const child = spawn('sleep', ['60'], { stdio: 'inherit' });
		await lock[Symbol.asyncDispose]();
		await using _again = await lockHome(dir.path);
		child.kill('SIGKILL');
		await once(child, 'close');
	});

	it('says another process when the pid beside it is of a process that is gone', async () => {
		await using dir = await tempDir();
		await using first = await lockedChild(dir.path);
		await writeFile(join(dir.path, 'lock.pid'), '4194305\n');
		await expect(lockHome(dir.path)).rejects.toThrow('another process is running on it');
		await first.kill();
	});

	it('gives the data folder one id for ever', async () => {
		await using one = await tempDir();
		await using two = await tempDir();
		const idOf = async (home: string) => {
			await using lock = await lockHome(home);
			return lock.homeId;
		};
		const id = await idOf(one.path);
		expect(id).toMatch(/^[0-9a-f]{16}$/);
		expect(await idOf(one.path)).toBe(id);
		expect(await idOf(two.path)).not.toBe(id);
	});

	it('names file and field of a damaged home.json, leaves it alone and the lock free', async () => {
		await using dir = await tempDir();
		const file = join(dir.path, 'home.json');
		await writeFile(file, '{"version":1,"id":"x"}');
		await expect(lockHome(dir.path)).rejects.toThrow(CorruptFileError);
		await expect(lockHome(dir.path)).rejects.toMatchObject({ file, field: 'id' });
		expect(await readFile(file, 'utf8')).toBe('{"version":1,"id":"x"}');
	});
});
