import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Files, type Mirror, mirrorOf, treeOf } from './mirror-of.ts';
import { bundleOf, workRoot } from './work-folder-of.ts';

const files: Files = { 'a.txt': 'one\ntwo\nthree\n', 'src/b.ts': 'b\n' };
const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];

/** A later base, with these files. */
async function later(mirror: Mirror, changed: Files): Promise<string> {
	const taken = await mirror.take(treeOf({ ...files, ...changed }));
	return taken.kind === 'committed' ? taken.commit : '';
}

test('a bundle becomes an ordinary repository with one commit, on the branch that was asked for', async () => {
	await using mirror = await mirrorOf(files);
	await using work = await workRoot();
	const answer = await work.open(mirror, mirror.base, { name: 'fix/login' });
	const head = work.run('git', 'rev-parse', 'HEAD').trim();
	expect(answer).toEqual({ head, branch: 'fix/login', files: 2, conflicts: [], merged: false, made: true });
	expect(work.run('git', 'log', '--format=%s', '--all')).toBe('base\n');
	expect(work.run('git', 'status', '--porcelain')).toBe('');
	expect(work.run('git', 'remote')).toBe('');
	await work.write({ '.agent-1/x': 'x', 'new.txt': 'x' });
	expect(work.run('git', 'status', '--porcelain')).toBe('?? new.txt\n');
	expect(await readdir(work.root)).toEqual(['.threadsmith', 'app']);
	expect(await readdir(join(work.root, '.threadsmith'))).toEqual(['app.base']);
});

test('opening the same base again changes nothing', async () => {
	await using mirror = await mirrorOf(files);
	await using work = await workRoot();
	const first = await work.open(mirror, mirror.base);
	await work.write({ 'a.txt': 'mine\n' });
	for (const more of [{}, { update: false }, { update: true }])
		expect(await work.open(mirror, mirror.base, more)).toEqual({ ...(first as object), made: false });
	expect(await readFile(join(work.root, 'app/a.txt'), 'utf8')).toBe('mine\n');
	expect(work.run('git', 'log', '--format=%s')).toBe('base\n');
});

test('a base that has moved on is merged with what is there, committed or not', async () => {
	await using mirror = await mirrorOf(files);
	await using work = await workRoot();
	await work.open(mirror, mirror.base);
	await work.write({ 'a.txt': 'one\ntwo\n3\n', 'mine.txt': 'mine\n' });
	const answer = await work.open(mirror, await later(mirror, { 'src/b.ts': 'theirs\n', 'new.txt': 'new\n' }));
	expect(answer).toMatchObject({ branch: 'work', files: 3, conflicts: [], merged: true });
	expect(await readFile(join(work.root, 'app/a.txt'), 'utf8')).toBe('one\ntwo\n3\n');
	expect(await readFile(join(work.root, 'app/src/b.ts'), 'utf8')).toBe('theirs\n');
	expect(work.run('git', 'status', '--porcelain')).toBe('');
});

test('conflicts are named, told again until they are settled, and what comes of them is a tree on the new base', async () => {
	await using mirror = await mirrorOf(files);
	await using work = await workRoot();
	await work.open(mirror, mirror.base);
	await work.write({ 'a.txt': 'one\nmine\nthree\n' });
	const theirs = { 'a.txt': 'one\ntheirs\nthree\n' };
	const base = await later(mirror, { ...theirs, 'new.txt': 'new\n' });
	expect(await work.open(mirror, base)).toMatchObject({ conflicts: ['a.txt'], merged: true });
	expect(await work.open(mirror, base)).toMatchObject({ conflicts: ['a.txt'], merged: false });
	const further = await later(mirror, { ...theirs, 'new.txt': 'newer\n' });
	expect(await work.open(mirror, further)).toEqual({
		problem: 'a merge is under way in the folder: end it first',
	});
	await work.write({ 'a.txt': 'one\nboth\nthree\n' });
	work.run('git', ...who, 'commit', '-qam', 'settled');
	expect(await work.open(mirror, further)).toMatchObject({ conflicts: [], merged: true });
	const taken = await mirror.take(await work.stage(), { base: further });
	expect(taken).toMatchObject({ changes: [{ path: 'a.txt', kind: 'changed', added: 1, removed: 1 }] });
});

test('a folder that is none of ours, or is to stay, is not touched', async () => {
	await using mirror = await mirrorOf(files);
	await using work = await workRoot();
	await mkdir(join(work.root, 'app'));
	await work.write({ x: 'x' });
	expect(await work.open(mirror, mirror.base)).toEqual({ problem: 'there is something else of that name' });
	expect(await readdir(join(work.root, 'app'))).toEqual(['x']);
	await rm(join(work.root, 'app'), { recursive: true });
	await symlink('/etc', join(work.root, 'app'));
	expect(await work.open(mirror, mirror.base)).toEqual({ problem: 'there is something else of that name' });
	await rm(join(work.root, 'app'));
	await mkdir(join(work.root, 'app'));
	expect(await work.open(mirror, mirror.base)).toMatchObject({ files: 2 });
	const moved = await later(mirror, { 'new.txt': 'new\n' });
	expect(await work.open(mirror, moved, { update: false })).toEqual({
		problem: 'there is a folder of that name already, made of another commit',
	});
	expect(await readdir(join(work.root, 'app'))).toEqual(['.git', 'a.txt', 'src']);
});

test.each(['', '.', '..', 'a/b', '.git', 'x.git', '.agent-1', '.threadsmith', '-x', '/etc', 'a\n'])(
	'a folder may not be called %j',
	async (folder) => {
		await using mirror = await mirrorOf(files);
		await using work = await workRoot();
		expect(await work.open(mirror, mirror.base, { folder })).toEqual({ problem: 'the folder has a name that is none' });
		expect(await readdir(work.root)).toEqual([]);
	},
);

test('a bundle that is cut, none, empty or too large leaves nothing', async () => {
	await using mirror = await mirrorOf(files);
	await using work = await workRoot();
	const bundle = bundleOf(mirror, mirror.base);
	for (const bad of [bundle.subarray(0, -30), bundle.subarray(0, 40), Buffer.from('hello'), Buffer.alloc(0)])
		expect(await work.openWith(bad)).toEqual({ problem: expect.stringMatching(/^git fetch says: [^\n]{1,150}$/) });
	expect(await work.openWith(bundle, { most: 10 })).toEqual({ problem: 'it is larger than a repository may be' });
	expect(await readdir(work.root)).toEqual(['.threadsmith']);
	expect(await readdir(join(work.root, '.threadsmith'))).toEqual([]);
});

test('what lies in .git and in attributes of the base runs nothing', async () => {
	await using mirror = await mirrorOf({ ...files, '.gitattributes': '* filter=evil merge=evil diff=evil\n' });
	await using work = await workRoot();
	await work.open(mirror, mirror.base);
	const program = join(work.root, 'evil');
	await writeFile(program, `#!/bin/sh\ntouch ${work.root}/ran\n`, { mode: 0o755 });
	for (const key of ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.smudge', 'core.editor', 'gpg.program'])
		work.run('git', 'config', key, program);
	work.run('git', 'config', 'commit.gpgSign', 'true');
	await mkdir(join(work.root, 'app/.git/hooks'));
	for (const hook of ['pre-commit', 'post-merge', 'post-checkout', 'commit-msg', 'reference-transaction'])
		await symlink(program, join(work.root, 'app/.git/hooks', hook));
	await work.write({ 'a.txt': 'mine\n' });
	const moved = { '.gitattributes': '* filter=evil merge=evil diff=evil\n', 'src/b.ts': 'theirs\n' };
	expect(await work.open(mirror, await later(mirror, moved))).toMatchObject({ merged: true });
	expect(await readdir(work.root)).not.toContain('ran');
});
