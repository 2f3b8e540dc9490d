import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { carryLimits } from '../../../../src/agent/coding/folder/carry.ts';
import { bringBack, bringIn, dropStages, type Opener, undo } from '../../../../src/agent/coding/folder/work-folder.ts';
import { openLocalProcess } from '../../../support/local-process.ts';
import { makeTwoFolders } from './two-folders.ts';

const signal = new AbortController().signal;
const nothingLeft = { left: [], more: 0 };
const files = { 'a.py': 'one\ntwo\n', 'src/b.py': 'b\n', 'src/deep/c.txt': 'c\n' };

test('a folder goes in, what changed comes back with its diff, and an undo puts back what was there', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	expect(await bringIn(two.ends, two.work, signal)).toEqual({ kind: 'in', files: 3, bytes: 12, ...nothingLeft });
	expect(await two.read('box')).toEqual(files);

	await two.write('box', { 'a.py': 'one\n2\nthree\n', 'new/d.py': 'd\n', 'src/deep/c.txt': 'c\n' });
	await rm(join(two.work.box, 'src/b.py'));
	const back = await bringBack(two.ends, two.work, signal);
	expect(back).toMatchObject({
		kind: 'back',
		changes: [
			{ path: 'src/b.py', kind: 'deleted', state: 'applied', added: 0, removed: 1 },
			{ path: 'a.py', kind: 'changed', state: 'applied', added: 2, removed: 1 },
			{ path: 'new/d.py', kind: 'created', state: 'applied', added: 1, removed: 0 },
		],
		...nothingLeft,
	});
	expect(back).toMatchObject({
		diff: expect.stringContaining('--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+three\n'),
	});
	expect(await two.read('folder')).toEqual(await two.read('box'));
	expect(await bringBack(two.ends, two.work, signal)).toMatchObject({ changes: [], diff: '' });

	expect(await undo(two.ends.session, two.work, signal)).toMatchObject({ kind: 'back', changes: { length: 3 } });
	expect(await two.read('folder')).toEqual(files);
	expect(await undo(two.ends.session, two.work, signal)).toEqual({
		kind: 'refused',
		why: 'It was not undone: there is nothing to undo.',
	});
});

test('a file that was changed on both sides stays, and an undo leaves what was changed after it', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	await two.write('box', { 'a.py': 'theirs\n', 'src/b.py': 'theirs\n' });
	await two.write('folder', { 'a.py': 'ours\n' });
	expect(await bringBack(two.ends, two.work, signal)).toMatchObject({
		changes: [
			{ path: 'a.py', state: 'conflict' },
			{ path: 'src/b.py', state: 'applied' },
		],
		kept: join(two.work.stage, '1/after').slice(0, 300),
	});
	expect(await two.read('folder')).toMatchObject({ 'a.py': 'ours\n', 'src/b.py': 'theirs\n' });
	await two.write('folder', { 'src/b.py': 'later\n' });
	expect(await undo(two.ends.session, two.work, signal)).toMatchObject({
		changes: [{ path: 'src/b.py', state: 'conflict' }],
	});
	expect(await two.read('folder')).toMatchObject({ 'src/b.py': 'later\n' });
});

test('each prompt brings back what it changed, and each can be undone, the last first', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	for (const content of ['first\n', 'second\n']) {
		await two.write('box', { 'a.py': content });
		expect(await bringBack(two.ends, two.work, signal)).toMatchObject({
			changes: [{ path: 'a.py', state: 'applied' }],
		});
	}
	for (const content of ['first\n', files['a.py']]) {
		await undo(two.ends.session, two.work, signal);
		expect(await two.read('folder')).toMatchObject({ 'a.py': content });
	}
	await dropStages(two.ends.session, { root: dirname(two.work.stage), spare: [] }, signal);
	expect(await bringBack(two.ends, two.work, signal)).toMatchObject({ kind: 'refused' });
});

test('links go in where they stay inside, and never come back, and nor does what makes no sense there', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', { ...files, '.agent-9/base': 'ours' });
	await symlink('a.py', join(two.work.folder, 'inside'));
	await symlink('/etc/passwd', join(two.work.folder, 'outside'));
	await symlink('../../x', join(two.work.folder, 'src/above'));
	expect(await bringIn(two.ends, two.work, signal)).toMatchObject({
		files: 4,
		left: [
			{ path: 'outside', why: 'is a link that leads out of the folder' },
			{ path: 'src/above', why: 'is a link that leads out of the folder' },
		],
	});
	await two.write('box', { 'node_modules/x/index.js': '', '.git/hooks/pre-commit': 'evil', '.agent-9/base': 'evil' });
	await symlink('/etc', join(two.work.box, 'etc'));
	expect(await bringBack(two.ends, two.work, signal)).toMatchObject({
		changes: [],
		left: [
			{ path: 'etc', why: 'is a link' },
			{ path: 'inside', why: 'is a link' },
			{ path: 'node_modules/', why: 'is made anew by tools' },
		],
	});
});

test('nothing is written through a link that lies in the work folder', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	await mkdir(join(two.work.folder, '../elsewhere'));
	await symlink('../elsewhere', join(two.work.folder, 'new'));
	await two.write('box', { 'new/d.py': 'd' });
	const back = await bringBack(two.ends, two.work, signal);
	expect(back).toMatchObject({ changes: [{ path: 'new/d.py', state: 'conflict' }] });
});

test('a file may take a folder’s place and a folder a file’s, and an undo puts that right', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	await rm(join(two.work.box, 'a.py'));
	await rm(join(two.work.box, 'src'), { recursive: true });
	await two.write('box', { 'a.py/x': 'x', src: 'now a file' });
	await bringBack(two.ends, two.work, signal);
	expect(await two.read('folder')).toEqual({ 'a.py/x': 'x', src: 'now a file' });
	await undo(two.ends.session, two.work, signal);
	expect(await two.read('folder')).toEqual(files);
});

test('only what is named goes in, and the rest counts as never having been there', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	const work = { ...two.work, only: ['src/deep', 'a.py'] };
	await bringIn(two.ends, work, signal);
	expect(Object.keys(await two.read('box'))).toEqual(['a.py', 'src/deep/c.txt']);
	expect(await bringBack(two.ends, work, signal)).toMatchObject({ changes: [] });
});

test('binary files, modes and strange names come back', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	await chmod(join(two.work.box, 'a.py'), 0o755);
	await writeFile(join(two.work.box, 'bin'), Buffer.from([0, 255, 1]));
	await two.write('box', { '-rf\n\u202e': 'x' });
	expect(await bringBack(two.ends, two.work, signal)).toMatchObject({
		changes: [
			{ path: '-rf\\n\\u202e', kind: 'created' },
			{ path: 'a.py', kind: 'changed', added: 0, removed: 0 },
			{ path: 'bin', kind: 'created', added: 0 },
		],
		diff: expect.stringMatching(/b\/a\.py can be run\n.*Binary files a\/bin and b\/bin differ\n/s),
	});
});

test('too much is refused on either way, and nothing is changed', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	const most = { ...carryLimits, files: 2 };
	const why = /is more than 2 files or 500 MB\. Name a smaller folder, or files\.$/;
	expect(await bringIn(two.ends, two.work, signal, most)).toMatchObject({
		kind: 'refused',
		why: expect.stringMatching(why),
	});
	await rm(two.work.box, { recursive: true });
	await mkdir(two.work.box);
	await bringIn(two.ends, two.work, signal);
	await two.write('box', { 'a.py': 'x', b: 'x', c: 'x' });
	expect(await bringBack(two.ends, two.work, signal, most)).toMatchObject({
		kind: 'refused',
		why: expect.stringMatching(why),
	});
	expect(await two.read('folder')).toEqual(files);
	expect(await bringBack(two.ends, two.work, signal, { ...carryLimits, file: 1 })).toMatchObject({
		left: { length: 2 },
	});
});

/** A box that reads how the files were, and then says this. */
function lyingBox(words: string): Opener {
	return { open: () => Promise.resolve(openLocalProcess(['/bin/sh', '-c', 'cat >/dev/null; printf %s "$0"', words])) };
}

const lies: readonly (readonly [head: unknown, content: string])[] = [
	[{ path: '../evil', mode: 420, size: 1 }, 'x'],
	[{ path: '/evil', mode: 420, size: 1 }, 'x'],
	[{ path: 'a/../../evil', mode: 420, size: 1 }, 'x'],
	[{ path: '.agent-1/base', mode: 420, size: 1 }, 'x'],
	[{ path: 'src/.git/hooks/pre-commit', mode: 493, size: 1 }, 'x'],
	[{ path: 'evil', link: '/etc' }, ''],
	[{ path: 'evil', mode: 420, size: 1_000_000 }, 'x'],
	[{ path: 'evil', mode: 'x', size: -1 }, ''],
	[{ path: 7 }, ''],
	[{ gone: 'never there' }, ''],
	[{ path: `${'d/'.repeat(50)}evil`, mode: 420, size: 1 }, 'x'],
	[['no head'], ''],
	[{ left: 'x'.repeat(9000), why: '' }, ''],
];

test('a box that sends names that lead out, links, deletions of what was never there, or no such thing, changes nothing', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	for (const [head, content] of lies) {
		const box = lyingBox(`${JSON.stringify(head)}\n${content}{"end":true}\n`);
		const back = await bringBack({ ...two.ends, box }, two.work, signal);
		expect(back, JSON.stringify(head)).toMatchObject({
			kind: 'refused',
			why: expect.stringMatching(/brought back: .+\.$/),
		});
	}
	expect(await two.read('folder')).toEqual(files);
});

test('a box that breaks off, or says that it failed, changes nothing', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	for (const [lie, why] of [
		['{"path":"new","mode":420,"size":1}\nx', 'it broke off'],
		['', 'it broke off'],
		['{"problem":"\\u202eno space left"}\n', '\\u202eno space left'],
	] as const) {
		const back = await bringBack({ ...two.ends, box: lyingBox(lie) }, two.work, signal);
		expect(back).toEqual({ kind: 'refused', why: `What the agent did was not brought back: ${why}.` });
	}
	expect(await two.read('folder')).toEqual(files);
});
