import { chown, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stageExport, targetsOf } from '../../../src/root/ground/exported.ts';
import { tempDir } from '../../support/temp-dir.ts';

const user = { name: 'threadsmith', uid: 64_001, gid: 64_002 };

it('takes no target but one that the command line names', async () => {
	const words = ['sessions', 'export', 'local-1', '--output=/srv/a'];
	expect(targetsOf(words, '/root')).toEqual(expect.arrayContaining(['/root/local-1', '/srv/a']));
	expect(targetsOf(['tools', 'export', 'fit'], '/root')).toContain('/root/fit.py');
	await expect(stageExport('/etc/cron.d/mine', words, user)).rejects.toThrow('not what was asked for');
});

describe.skipIf(process.getuid?.() !== 0)('stageExport()', () => {
	it('puts what the bot made in its place, as root’s, over nothing that is there but a file that may be replaced', async () => {
		await using dir = await tempDir();
		const target = join(dir.path, 'out');
		await using stage = await stageExport(target, [target], user);
		await mkdir(stage.path);
		await writeFile(join(stage.path, 'a.txt'), 'a');
		await chown(join(stage.path, 'a.txt'), user.uid, user.gid);
		await stage.deliver();
		expect(await readFile(join(target, 'a.txt'), 'utf8')).toBe('a');
		expect((await stat(join(target, 'a.txt'))).uid).toBe(0);
		await expect(stageExport(target, [target], user)).rejects.toThrow('is there already');
		await writeFile(join(dir.path, 'b'), 'old');
		await using other = await stageExport(join(dir.path, 'b'), [join(dir.path, 'b'), '--force'], user);
		await writeFile(other.path, 'new');
		await other.deliver();
		expect(await readFile(join(dir.path, 'b'), 'utf8')).toBe('new');
	});

	it('delivers no link, and leaves nothing of its own', async () => {
		await using dir = await tempDir();
		const target = join(dir.path, 'out');
		const stage = await stageExport(target, [target], user);
		await symlink('/etc/shadow', stage.path);
		await expect(stage.deliver()).rejects.toThrow('Nothing was exported');
		await stage[Symbol.asyncDispose]();
		expect(await readdir(dir.path)).toEqual([]);
		await expect(stat(stage.path)).rejects.toThrow('ENOENT');
	});
});
