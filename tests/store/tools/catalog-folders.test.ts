import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { tempDir } from '../../support/temp-dir.ts';

async function modeOf(path: string): Promise<string> {
	return ((await stat(path)).mode & 0o777).toString(8);
}

describe('catalogs', () => {
	it('are made when they are opened, private as a whole and readable within', async () => {
		await using home = await tempDir();
		await using sessions = openSessions(join(home.path, 'made', 'when missing'));
		const { id, path } = await sessions.catalog('slack-T1');
		expect([id, path]).toEqual(['slack-T1', join(home.path, 'made', 'when missing', 'catalogs', 'slack-T1')]);
		expect(await modeOf(path)).toBe('755');
		expect(await modeOf(join(path, '..'))).toBe('700');
	});

	it('are one object however often they are opened, so that what is added is in one order', async () => {
		await using home = await tempDir();
		await using sessions = openSessions(home.path);
		const [one, two] = await Promise.all([sessions.catalog('local'), sessions.catalog('local')]);
		expect(one).toBe(two);
		expect(await sessions.catalog('slack-T1')).not.toBe(one);
	});

	it('are listed, and nothing else is', async () => {
		await using home = await tempDir();
		await using sessions = openSessions(home.path);
		expect(await sessions.catalogs()).toEqual([]);
		for (const id of ['slack-T1', 'local', 'discord-1']) await sessions.catalog(id);
		await mkdir(join(home.path, 'catalogs', '.slack-T1.tmp'));
		await writeFile(join(home.path, 'catalogs', 'note.txt'), '');
		expect(await sessions.catalogs()).toEqual(['discord-1', 'local', 'slack-T1']);
		expect(await sessions.list()).toEqual([]);
	});

	it.each(['', '..', '../x', 'a/b', '.x', 'a\0b', '/etc', 'a\n', 'x'.repeat(121)])(
		'are refused for the id %j',
		async (id) => {
			await using home = await tempDir();
			await using sessions = openSessions(home.path);
			await expect(sessions.catalog(id)).rejects.toThrow(TypeError);
			expect(await readdir(home.path)).toEqual([]);
		},
	);

	it('say that a folder cannot be made, and are tried again the next time', async () => {
		await using home = await tempDir();
		await writeFile(join(home.path, 'catalogs'), '');
		await using sessions = openSessions(home.path);
		await expect(sessions.catalog('local')).rejects.toThrow(/catalogs/);
		await expect(sessions.catalog('local')).rejects.toThrow(/catalogs/);
	});
});
