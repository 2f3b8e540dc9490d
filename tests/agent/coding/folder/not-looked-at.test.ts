import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carryLimits } from '../../../../src/agent/coding/folder/carry.ts';
import { bringBack, bringIn } from '../../../../src/agent/coding/folder/work-folder.ts';
import { makeTwoFolders } from './two-folders.ts';

const signal = new AbortController().signal;
const files = { 'a.py': 'one\ntwo\n', 'src/b.py': 'b\n', 'src/deep/c.txt': 'c\n' };

test('a repository stays as it is in the session, whatever became of it in the box', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', { ...files, '.git/HEAD': 'ref: refs/heads/main', 'src/.git/config': 'x' });
	await bringIn(two.ends, two.work, signal);
	expect(await two.read('box')).toMatchObject({ '.git/HEAD': 'ref: refs/heads/main' });
	await two.write('box', { 'a.py': 'theirs\n', '.git/HEAD': 'ref: refs/heads/other' });
	await rm(join(two.work.box, 'src/.git'), { recursive: true });
	expect(await bringBack(two.ends, two.work, signal)).toMatchObject({
		kind: 'back',
		changes: [{ path: 'a.py', state: 'applied' }],
	});
	const { 'a.py': changed, '.git/HEAD': head, 'src/.git/config': below } = await two.read('folder');
	expect({ changed, head, below }).toEqual({ changed: 'theirs\n', head: 'ref: refs/heads/main', below: 'x' });
});

test('a file that cannot be carried back any more is not taken for gone', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	await rm(join(two.work.box, 'a.py'));
	await symlink('src/b.py', join(two.work.box, 'a.py'));
	await writeFile(join(two.work.box, 'src/b.py'), 'b'.repeat(10_000));
	const most = { ...carryLimits, file: 5_000 };
	expect(await bringBack(two.ends, two.work, signal, most)).toMatchObject({ kind: 'back', changes: [] });
	expect(await two.read('folder')).toEqual(files);
});
